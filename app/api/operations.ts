import type { z } from "zod";
import type { ApiScope } from "#shop/api-keys/api-key.ts";
import { orderSchema } from "#shop/order-list/order-columns.ts";
import type { ProblemName } from "./problem.ts";
import {
  orderPageSchema,
  orderQuerySchema,
  orderWithEventsSchema,
  packageListSchema,
  packageSchema,
  statusChangeSchema,
} from "./schemas.ts";

export const API_PATH = "/api/v1";

/** The schemas of the responses, by their names in the OpenAPI document. */
export const responseSchemas = {
  Order: orderSchema,
  OrderWithEvents: orderWithEventsSchema,
  OrderPage: orderPageSchema,
  Package: packageSchema,
  PackageList: packageListSchema,
} as const;

/** An operation of the HTTP API. Its route, the OpenAPI document and the reference page are generated from it. */
export interface Operation<
  Query extends z.core.$ZodType | null,
  Body extends z.core.$ZodType | null,
> {
  id: string;
  method: "get" | "patch";
  /** Below `API_PATH`; `{id}` is the parameter. */
  path: string;
  scope: ApiScope;
  summary: string;
  text: string;
  /** The description of the parameter `{id}`. */
  idDescription?: string;
  query: Query;
  body: Body;
  /** Whether the response has an `ETag`, and whether the request may have `If-Match`. */
  etag: boolean;
  ifMatch: boolean;
  response: keyof typeof responseSchemas;
  /** Error responses besides `commonProblems`. */
  problems: readonly ProblemName[];
  /** An example of path, below `API_PATH`, and body. */
  example: { path: string; body?: Record<string, string> };
}

function operation<
  Query extends z.core.$ZodType | null = null,
  Body extends z.core.$ZodType | null = null,
>(
  fields: Omit<Operation<Query, Body>, "query" | "body" | "etag" | "ifMatch" | "problems"> &
    Partial<Pick<Operation<Query, Body>, "etag" | "ifMatch" | "problems">> & {
      query?: Query;
      body?: Body;
    },
): Operation<Query, Body> {
  return {
    etag: false,
    ifMatch: false,
    problems: [],
    ...fields,
    query: (fields.query ?? null) as Query,
    body: (fields.body ?? null) as Body,
  };
}

export const operations = {
  listOrders: operation({
    id: "listOrders",
    method: "get",
    path: "/orders",
    scope: "orders:read",
    summary: "List orders",
    text: "A page of the orders that match all filters. `next` leads to the following page: following it until it is null returns each order once, even while new orders arrive.",
    query: orderQuerySchema,
    response: "OrderPage",
    problems: ["invalid"],
    example: { path: "/orders?status=processing&sort=oldest&limit=20" },
  }),
  readOrder: operation({
    id: "readOrder",
    method: "get",
    path: "/orders/{id}",
    scope: "orders:read",
    summary: "Read an order",
    text: "One order, with its history.",
    idDescription: "The ID of an order",
    etag: true,
    response: "OrderWithEvents",
    problems: ["not-found"],
    example: { path: "/orders/7KQ2M9X" },
  }),
  setStatus: operation({
    id: "setStatus",
    method: "patch",
    path: "/orders/{id}",
    scope: "orders:write",
    summary: "Set the status of an order",
    text: "Sets the order to any status, as an administrator would: the customer gets the same email, and the order's history and the audit log name the key. An order that already has the status is returned unchanged. With `If-Match` it is changed only while it has that version.",
    idDescription: "The ID of an order",
    body: statusChangeSchema,
    etag: true,
    ifMatch: true,
    response: "Order",
    problems: ["not-found", "stale", "too-long", "unsupported-media-type", "invalid"],
    example: { path: "/orders/7KQ2M9X", body: { status: "completed" } },
  }),
  listPackages: operation({
    id: "listPackages",
    method: "get",
    path: "/packages",
    scope: "packages:read",
    summary: "List packages",
    text: "All packages for sale, in the shop's order.",
    response: "PackageList",
    example: { path: "/packages" },
  }),
  readPackage: operation({
    id: "readPackage",
    method: "get",
    path: "/packages/{id}",
    scope: "packages:read",
    summary: "Read a package",
    text: "One package that is for sale.",
    idDescription: "The ID of a package",
    response: "Package",
    problems: ["not-found"],
    example: { path: "/packages/2" },
  }),
} as const;

/** The error responses that every operation has. */
export const commonProblems = [
  "malformed",
  "address-too-long",
  "unauthorized",
  "forbidden",
  "too-many-requests",
  "internal-error",
  "unavailable",
] as const satisfies readonly ProblemName[];

export const operationList: readonly Operation<z.core.$ZodType | null, z.core.$ZodType | null>[] =
  Object.values(operations);
