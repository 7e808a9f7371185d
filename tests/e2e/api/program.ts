import { z } from "zod";
import { API_PATH } from "#app/api/operations.ts";
import type { ApiScope } from "#shop/api-keys/api-key.ts";
import { type Answer, type Asking, Stranger } from "../hostile/stranger.ts";
import { expect, type Shop } from "../shop.ts";

/** An answer of the API, and what its body says. */
export interface ApiAnswer extends Answer {
  json: unknown;
}

interface Document {
  paths: Record<string, Record<string, { responses: Record<string, Described> } | undefined>>;
  components: { schemas: Record<string, unknown> };
}

interface Described {
  content: Record<string, { schema: unknown }>;
}

/** A program that uses the API, with or without a key. Each of its answers has to be as the document says. */
export class Program {
  readonly #shop: Shop;
  readonly #key: string | null;
  readonly #stranger: Stranger;

  constructor(shop: Shop, key: string | null, stranger = new Stranger(shop)) {
    this.#shop = shop;
    this.#key = key;
    this.#stranger = stranger;
  }

  /** Asks for what stands below the API's path. */
  async ask(path: string, asking: Asking = {}): Promise<ApiAnswer> {
    const headers = {
      ...(this.#key !== null && { authorization: `Bearer ${this.#key}` }),
      ...asking.headers,
    };
    const answer = await this.#stranger.ask(`${API_PATH}${path}`, { ...asking, headers });
    const method = asking.method ?? "GET";
    const json = answer.text === "" ? undefined : (JSON.parse(answer.text) as unknown);
    expect(answer.headers["cache-control"], `${method} ${path}`).toBe("no-store");
    expect(answer.headers["access-control-allow-origin"]).toBeUndefined();
    expect(answer.headers["set-cookie"]).toBeUndefined();
    await expectAsDocumented(this.#shop, { method, path, answer, json });
    return { ...answer, json };
  }

  /** Sets the status of an order, or whatever else the body says. */
  async patch(
    path: string,
    body: unknown,
    headers: Record<string, string> = {},
  ): Promise<ApiAnswer> {
    return this.ask(path, {
      method: "PATCH",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json", ...headers },
    });
  }
}

const documents = new Map<Shop, Promise<Document>>();

async function documentOf(shop: Shop): Promise<Document> {
  const read = async () =>
    (await (await fetch(`${shop.url}${API_PATH}/openapi.json`)).json()) as Document;
  const found = documents.get(shop) ?? read();
  documents.set(shop, found);
  return found;
}

async function expectAsDocumented(
  shop: Shop,
  given: { method: string; path: string; answer: Answer; json: unknown },
): Promise<void> {
  const { answer, json } = given;
  const method = given.method.toLowerCase();
  const path = given.path.split("?")[0] ?? "";
  // The document does not tell of itself.
  if (method === "head" || method === "options" || path === "/openapi.json") return;
  const what = `${given.method} ${given.path}: ${answer.status} ${answer.text.slice(0, 500)}`;
  const { paths, components } = await documentOf(shop);
  const type = answer.headers["content-type"] ?? "";
  const route = Object.entries(paths).find(([pattern]) =>
    new RegExp(`^${pattern.replace("{id}", "[^/]+")}$`).test(path),
  )?.[1];
  const operation = route?.[method];
  // What is at no address of the document, and by no method of it, is refused in the same words.
  const schema = operation
    ? operation.responses[answer.status]?.content[type]?.schema
    : answer.status >= 400 && type === "application/problem+json"
      ? { $ref: "#/components/schemas/Problem" }
      : undefined;
  expect(schema, `told of in the document: ${what}`).toBeDefined();
  expect(fits(schema, components.schemas, json), what).toBe("");
  if (answer.status >= 400) expect(json, what).toMatchObject({ status: answer.status });
}

/** What does not fit the schema of a document; empty when all does. */
function fits(schema: unknown, all: Record<string, unknown>, json: unknown): string {
  const inside = JSON.stringify({ ...(schema as object), $defs: all });
  const whole = z.fromJSONSchema(
    JSON.parse(inside.replaceAll("#/components/schemas/", "#/$defs/")),
  );
  const parsed = whole.safeParse(json);
  return parsed.success ? "" : z.prettifyError(parsed.error);
}

/** Makes a key as an administrator does, by the form of the back office. */
export async function makeKey(
  admin: Stranger,
  scopes: readonly ApiScope[],
  { name = "Bot", lifetime = "never" } = {},
): Promise<string> {
  const fields = new URLSearchParams({ intent: "create", name, lifetime });
  for (const scope of scopes) fields.append("scopes", scope);
  const answer = await admin.post("/admin/api-keys", fields);
  const key = /satchel_test_[A-Za-z0-9]{43}/.exec(answer.text)?.[0];
  if (!key) throw new Error(`no key was made: ${answer.status} ${answer.text.slice(0, 2000)}`);
  return key;
}

/** Ends all keys of this name. */
export async function revokeKey(admin: Stranger, name: string): Promise<void> {
  const { text } = await admin.ask("/admin/api-keys");
  const buttons = text.matchAll(
    /aria-label="Revoke the key ([^"]+)".*?name="id" value="([0-9a-f-]{36})"/gs,
  );
  for (const [, of, id = ""] of buttons)
    if (of === name) await admin.post("/admin/api-keys", { intent: "revoke", id });
}
