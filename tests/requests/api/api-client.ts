import { expect } from "vitest";
import { z } from "zod";
import { API_PATH } from "#app/api/operations.ts";
import type { HttpResponse, RequestOptions, Visitor } from "../../visitor.ts";
import type { TestApp } from "../open-app.ts";

/** A response of the API with its parsed body. */
export interface ApiResponse extends HttpResponse {
  json: unknown;
}

interface Document {
  paths: Record<string, Record<string, { responses: Record<string, Described> } | undefined>>;
  components: { schemas: Record<string, unknown> };
}

interface Described {
  content: Record<string, { schema: unknown }>;
}

/** An API client with or without a key. Validates each response against the OpenAPI document. */
export class ApiClient {
  readonly #app: TestApp;
  readonly #key: string | null;
  readonly #visitor: Visitor;

  constructor(app: TestApp, key: string | null, visitor = app.visitor()) {
    this.#app = app;
    this.#key = key;
    this.#visitor = visitor;
  }

  /** Requests a path below the API's base path. */
  async request(path: string, options: RequestOptions = {}): Promise<ApiResponse> {
    const headers = {
      ...(this.#key !== null && { authorization: `Bearer ${this.#key}` }),
      ...options.headers,
    };
    const response = await this.#visitor.request(`${API_PATH}${path}`, { ...options, headers });
    const method = options.method ?? "GET";
    const json = response.text === "" ? undefined : (JSON.parse(response.text) as unknown);
    expect(response.headers["cache-control"], `${method} ${path}`).toBe("no-store");
    expect(response.headers["access-control-allow-origin"]).toBeUndefined();
    expect(response.headers["set-cookie"]).toBeUndefined();
    await expectAsDocumented(this.#app, { method, path, response, json });
    return { ...response, json };
  }

  /** Patches an order, by default its status. */
  async patch(
    path: string,
    body: unknown,
    headers: Record<string, string> = {},
  ): Promise<ApiResponse> {
    return this.request(path, {
      method: "PATCH",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json", ...headers },
    });
  }
}

const documents = new Map<TestApp, Promise<Document>>();

async function documentOf(app: TestApp): Promise<Document> {
  const read = async () => (await (await app.fetch(`${API_PATH}/openapi.json`)).json()) as Document;
  const found = documents.get(app) ?? read();
  documents.set(app, found);
  return found;
}

async function expectAsDocumented(
  app: TestApp,
  given: { method: string; path: string; response: HttpResponse; json: unknown },
): Promise<void> {
  const { response, json } = given;
  const method = given.method.toLowerCase();
  const path = given.path.split("?")[0] ?? "";
  // The document does not describe itself.
  if (method === "head" || method === "options" || path === "/openapi.json") return;
  const what = `${given.method} ${given.path}: ${response.status} ${response.text.slice(0, 500)}`;
  const { paths, components } = await documentOf(app);
  const type = response.headers["content-type"] ?? "";
  const route = Object.entries(paths).find(([pattern]) =>
    new RegExp(`^${pattern.replace("{id}", "[^/]+")}$`).test(path),
  )?.[1];
  const operation = route?.[method];
  // Unknown paths and methods have the same error format.
  const schema = operation
    ? operation.responses[response.status]?.content[type]?.schema
    : response.status >= 400 && type === "application/problem+json"
      ? { $ref: "#/components/schemas/Problem" }
      : undefined;
  expect(schema, `documented: ${what}`).toBeDefined();
  expect(fits(schema, components.schemas, json), what).toBe("");
  if (response.status >= 400) expect(json, what).toMatchObject({ status: response.status });
}

/** Validates a value by a schema of the document; returns the problems. */
function fits(schema: unknown, all: Record<string, unknown>, json: unknown): string {
  const inside = JSON.stringify({ ...(schema as object), $defs: all });
  const whole = z.fromJSONSchema(
    JSON.parse(inside.replaceAll("#/components/schemas/", "#/$defs/")),
  );
  const parsed = whole.safeParse(json);
  return parsed.success ? "" : z.prettifyError(parsed.error);
}
