import { z } from "zod";
import { apiScopes } from "#shop/api-keys/api-key.ts";
import {
  responseSchemas,
  API_PATH,
  commonProblems,
  type Operation,
  operationList,
} from "./operations.ts";
import { type ProblemName, problems, problemSchema } from "./problem.ts";

type Json = Record<string, unknown>;
type AnyOperation = Operation<z.core.$ZodType | null, z.core.$ZodType | null>;

const SCHEMAS = "#/components/schemas/";
export const PROBLEM_TYPE = "application/problem+json";

/** Returns the OpenAPI 3.1 document, generated from the schemas of requests and responses. */
export function openApiDocument(): Json {
  const paths: Record<string, Json> = {};
  for (const operation of operationList) {
    const { path, method } = operation;
    paths[path] = {
      ...paths[path],
      ...(operation.idDescription && { parameters: [idParameter(operation.idDescription)] }),
      [method]: describe(operation),
    };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Satchel",
      version: "1",
      description:
        "Orders and packages of the shop, for its owner's programs. Keys are created in the back office.",
    },
    servers: [{ url: API_PATH }],
    security: [{ key: [] }],
    paths,
    components: {
      securitySchemes: {
        key: {
          type: "http",
          scheme: "bearer",
          description: `An API key, with some of these rights: ${Object.entries(apiScopes)
            .map(([scope, words]) => `\`${scope}\` (${words})`)
            .join(", ")}`,
        },
      },
      schemas: components(),
    },
  };
}

function describe(operation: AnyOperation): Json {
  const { id, summary, text, scope, response, etag, ifMatch, query, body } = operation;
  const parameters = [
    ...(query ? queryParameters(query) : []),
    ...(ifMatch ? [ifMatchHeader] : []),
  ];
  const headers = {
    ...limitHeaders,
    ...(etag && { ETag: header("The version, as in `If-Match`") }),
  };
  return {
    operationId: id,
    summary,
    description: `${text}\n\nThe key needs the right \`${scope}\`.`,
    "x-scope": scope,
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: jsonOf(inputSchema(body)) } }),
    responses: {
      "200": { description: "Done", headers, content: jsonOf({ $ref: `${SCHEMAS}${response}` }) },
      ...problemResponses(operation),
    },
  };
}

function problemResponses({ problems: names }: AnyOperation): Json {
  return Object.fromEntries(
    [...commonProblems, ...names].map((name: ProblemName) => {
      const { status, title } = problems[name];
      const headers = {
        ...(name === "unauthorized" && { "WWW-Authenticate": header("How to show a key") }),
        ...(name === "too-many-requests" && { "Retry-After": header("In how many seconds") }),
      };
      const content = { [PROBLEM_TYPE]: { schema: { $ref: `${SCHEMAS}Problem` } } };
      return [String(status), { description: title, headers, content }];
    }),
  );
}

/** Returns the query parameters of an operation, for the document and the reference page. */
export function queryParameters(query: z.core.$ZodType): {
  name: string;
  in: "query";
  description: string;
  required: false;
  schema: Json;
}[] {
  const { properties } = inputSchema(query) as { properties: Record<string, Json> };
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: "query",
    description: String(description),
    required: false,
    schema,
  }));
}

/** Returns the JSON Schema of an input. */
export function inputSchema(schema: z.core.$ZodType): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: "input" });
  return rest;
}

function components(): Json {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries({ ...responseSchemas, Problem: problemSchema }))
    registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { uri: (id) => `${SCHEMAS}${id}` });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _s, $id: _i, ...schema }]) => [id, schema]),
  );
}

function idParameter(description: string): Json {
  return { name: "id", in: "path", required: true, description, schema: { type: "string" } };
}

const ifMatchHeader: Json = {
  name: "If-Match",
  in: "header",
  required: false,
  description:
    "The `ETag` of the order as you read it. If the order has changed since, the request is refused with 412",
  schema: { type: "string" },
};

function header(description: string): Json {
  return { description, schema: { type: "string" } };
}

const limitHeaders = {
  "RateLimit-Limit": header("Requests allowed per minute"),
  "RateLimit-Remaining": header("Requests left in this minute"),
  "RateLimit-Reset": header("Seconds until the next minute begins"),
};

function jsonOf(schema: Json): Json {
  return { "application/json": { schema } };
}

/** Returns the example of an operation as a curl command. */
export function curlExample({ method, example }: AnyOperation, origin: string): string {
  const lines = [`curl "${origin}${API_PATH}${example.path}"`];
  if (method !== "get") lines.push(`-X ${method.toUpperCase()}`);
  lines.push('-H "Authorization: Bearer $SATCHEL_KEY"');
  if (example.body) {
    lines.push('-H "Content-Type: application/json"');
    lines.push(`-d '${JSON.stringify(example.body)}'`);
  }
  return lines.join(" \\\n  ");
}
