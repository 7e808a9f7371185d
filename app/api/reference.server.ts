import { z } from "zod";
import { type ApiScope, apiScopeNames, apiScopes } from "#shop/api-keys/api-key.ts";
import { apiByKey, apiRefusedByAddress } from "#shop/limits/limits.server.ts";
import { curlExample, inputSchema, queryParameters } from "./openapi.ts";
import { responseSchemas, API_PATH, commonProblems, operationList } from "./operations.ts";
import { problemNames, problems } from "./problem.ts";

/** A parameter, or a field of a request or response body. */
export interface ReferenceField {
  name: string;
  type: string;
  text: string;
}

export interface ReferenceOperation {
  id: string;
  method: string;
  path: string;
  scope: ApiScope;
  summary: string;
  text: string;
  parameters: ReferenceField[];
  body: ReferenceField[];
  response: ReferenceField[];
  statuses: { name: string; status: number }[];
  curl: string;
}

type Json = Readonly<Record<string, unknown>>;

/** Returns the content of the reference page, from the same operations as the OpenAPI document. */
export function apiReference(origin: string) {
  return {
    documentPath: `${API_PATH}/openapi.json`,
    origin,
    scopes: apiScopeNames.map((scope) => ({ scope, text: apiScopes[scope] })),
    limits: { byKey: apiByKey.max, refused: apiRefusedByAddress.max },
    operations: operationList.map((operation): ReferenceOperation => {
      const { id, method, path, scope, summary, text, query, body, ifMatch, idDescription } =
        operation;
      return {
        id,
        method: method.toUpperCase(),
        path: `${API_PATH}${path}`,
        scope,
        summary,
        text,
        parameters: [
          ...(idDescription
            ? [{ name: "id", type: "text, in the path", text: idDescription }]
            : []),
          ...(query ? queryParameters(query).map(parameterField) : []),
          ...(ifMatch
            ? [{ name: "If-Match", type: "header", text: "The `ETag` of the order as it was read" }]
            : []),
        ],
        body: body ? fieldsOf(inputSchema(body)) : [],
        response: fieldsOf(z.toJSONSchema(responseSchemas[operation.response])),
        statuses: [...commonProblems, ...operation.problems]
          .map((name) => ({ name, status: problems[name].status }))
          .toSorted((a, b) => a.status - b.status),
        curl: curlExample(operation, origin),
      };
    }),
    problems: problemNames.map((name) => ({ name, ...problems[name] })),
  };
}

function parameterField({
  name,
  description,
  schema,
}: ReturnType<typeof queryParameters>[number]): ReferenceField {
  const { default: usual } = schema;
  const other = typeof usual === "number" ? usual : textOf(usual);
  return { name, type: `${typeOf(schema)}${other && `, else \`${other}\``}`, text: description };
}

/** Returns the fields of an object schema and of nested ones by their full names, such as `orders[].id`. */
function fieldsOf(schema: Json, above = ""): ReferenceField[] {
  const fields = Object.entries((schema.properties ?? {}) as Record<string, Json>);
  const required = (schema.required ?? []) as string[];
  return fields.flatMap(([key, field]) => {
    const name = `${above}${key}`;
    const items = field.items as Json | undefined;
    const inside = field.properties ? fieldsOf(field, `${name}.`) : [];
    const each = items ? fieldsOf(items, `${name}[].`) : [];
    const type = required.includes(key) ? typeOf(field) : `${typeOf(field)}, optional`;
    return [{ name, type, text: textOf(field.description) }, ...inside, ...each];
  });
}

/** Returns the value if it is a text, else an empty one. */
function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function typeOf(schema: Json): string {
  const { type, enum: oneOf, const: only, anyOf, format } = schema;
  if (Array.isArray(anyOf)) return anyOf.map((one) => typeOf(one as Json)).join(" or ");
  if (only !== undefined) return `\`${textOf(only)}\``;
  if (Array.isArray(oneOf)) return oneOf.map((one) => `\`${String(one)}\``).join(", ");
  if (format === "date-time") return "moment";
  switch (type) {
    case "string":
      return "text";
    case "integer":
      return "whole number";
    case "boolean":
      return "true or false";
    case "array":
      return "list";
    default:
      return String(type);
  }
}
