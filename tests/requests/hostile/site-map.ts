import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import routes from "../../../app/routes.ts";
import { rootDir } from "../../../scripts/lib/prepare.mjs";

/** A path of the site map with its parameters filled in. */
export interface Place {
  path: string;
  /** Whether it has an action. */
  hasAction: boolean;
}

/** Values for the parameters of the site map: existing ids of another customer. */
export type Parameters = Record<string, string>;

/** Returns every route of app/routes.ts and server/app.ts, so that new routes are included. */
export function placesOf(parameters: Parameters): Place[] {
  const screens = placesIn(routes, "", parameters);
  const others = [
    "/healthz",
    `/live/order/${parameters.orderId}`,
    "/live/order/__proto__",
    "/live/checkout/nothing",
    "/live/admin",
    "/api/auth/callback/google",
    "/api/auth/callback/__proto__",
    "/api/auth/get-session",
    "/api/auth/sign-up/email",
    "/api/nothing",
    "/api/v1/openapi.json",
    "/api/v1/orders",
    `/api/v1/orders/${parameters.orderId}`,
    "/api/v1/packages/1",
    "/api/v1/__proto__",
    "/__manifest?p=%2F",
    "/assets/nothing.js",
    "/assets/..%2f..%2fserver%2findex.js",
  ];
  return [...screens, ...others.map((path) => ({ path, hasAction: false }))];
}

function placesIn(
  entries: readonly RouteConfigEntry[],
  above: string,
  parameters: Parameters,
): Place[] {
  return entries.flatMap(({ path, index, file, children }) => {
    const here = path ? `${above}/${path}` : above;
    const filled = here
      .replaceAll(/:(\w+)/g, (_, name: string) => parameters[name] ?? "nothing")
      .replace("*", "nothing");
    const source = readFileSync(join(rootDir, "app", file), "utf8");
    return [
      ...(path || index
        ? [{ path: filled || "/", hasAction: /export (async )?function action/.test(source) }]
        : []),
      ...placesIn(children ?? [], here, parameters),
    ];
  });
}

/** A form of a page: its action and the values of its fields. */
export interface Form {
  action: string;
  fields: Record<string, string>;
}

/** Returns the POST forms of a page. */
export function formsOf(path: string, html: string): Form[] {
  return [...html.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)].flatMap(
    ([, head = "", body = ""]) => {
      if (!/method="post"/i.test(head)) return [];
      const action = plain(attribute(head, "action") || path);
      const fields: Record<string, string> = {};
      for (const [, kind, tag = "", rest = ""] of body.matchAll(
        /<(input|button|select|textarea)\b([^>]*)>([^<]*)/g,
      )) {
        const name = plain(attribute(tag, "name"));
        const open = /type="(checkbox|radio)"/.test(tag) && !/\bchecked\b/.test(tag);
        if (name && !(open && name in fields))
          fields[name] = open ? "" : plain(kind === "textarea" ? rest : attribute(tag, "value"));
      }
      return [{ action, fields }];
    },
  );
}

function attribute(tag: string, name: string): string {
  return new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(tag)?.[1] ?? "";
}

function plain(text: string): string {
  return text.replaceAll("&quot;", '"').replaceAll("&#x27;", "'").replaceAll("&amp;", "&");
}

/** Tables that change without a request, or that count rejected requests. The ledger's cursor follows after five minutes. */
const CHANGES_BY_ITSELF = new Set([
  "attempts",
  "price_samples",
  "chain_tip",
  "daily_metrics",
  "metric_changes",
  "ledger_cursor",
]);

/** Returns the content of all tables as text. */
export async function census(db: Db): Promise<Map<string, string[]>> {
  const texts = async (query: SQL) => {
    // Both drivers return rows, but their common type does not have them.
    const result: unknown = await db.execute(query);
    return (result as { rows: { text: string }[] }).rows.map(({ text }) => text);
  };
  const found = new Map<string, string[]>();
  const tables = sql`select tablename::text as text from pg_tables where schemaname = 'public'`;
  for (const name of await texts(tables)) {
    if (CHANGES_BY_ITSELF.has(name)) continue;
    found.set(name, await texts(sql`select t::text as text from ${sql.identifier(name)} as t`));
  }
  return found;
}

/** Counts the rows of each table. */
export function countsIn(stored: ReadonlyMap<string, readonly string[]>): Record<string, number> {
  return Object.fromEntries([...stored].map(([name, rows]) => [name, rows.length]));
}
