import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { API_PATH } from "#app/api/operations.ts";
import { apiScopeNames } from "#shop/api-keys/api-key.ts";
import { rootDir } from "../../scripts/lib/prepare.mjs";
import { makeKey, revokeKey } from "../api-keys.ts";
import { apiRoutes, asData, pages, posts } from "../e2e/access-routes.ts";
import type { Visitor } from "../visitor.ts";
import { openTestApp, type TestApp } from "./open-app.ts";
import { acts } from "#shop/orders/acts.ts";
import { accesses, actNames, orderForActs, tryAct } from "./try-acts.ts";
import { teamMember } from "./team-member.ts";
import { placeOrder } from "./place-order.ts";

const FILE = join(rootDir, "docs/audit/access.md");
const roles = [
  "anonymous",
  "customer",
  "other customer",
  "delivery",
  "bookkeeper",
  "owner",
] as const;
type Method = "GET" | "POST" | "PATCH";
/** Sends the request of a row as this client. */
type Send = (visitor: Visitor, headers?: Record<string, string>) => Promise<string>;

test("every route responds to each role as docs/audit/access.md says", async () => {
  // Without a token for the metrics, as a shop is installed.
  const app = await openTestApp();
  const owner = await app.account();
  const other = await app.account();
  const customer = await app.account();
  const link = await app.linkTo(customer.email, "verify-email");
  const token = new URL(link, app.url).searchParams.get("token") ?? "";
  await customer.visitor.post(link, { token });
  const { id } = await placeOrder(app, { visitor: customer.visitor, email: customer.email });
  const visitors: Record<(typeof roles)[number], Visitor> = {
    anonymous: app.visitor(),
    customer: customer.visitor,
    "other customer": other.visitor,
    delivery: (await teamMember(app, "delivery")).visitor,
    bookkeeper: (await teamMember(app, "bookkeeper")).visitor,
    owner: owner.visitor,
  };
  const askAsProgram = await openPrograms(app, owner.visitor);

  /** The requests by the responses to each role. */
  const requests = new Map<string, { method: Method; path: string }[]>();
  const add = async (method: Method, path: string) => {
    const send: Send = async (visitor, headers = {}) => {
      const request = { method, path: path.replace("ORDER", id), headers };
      return (await response(visitor, request, customer.email)).replaceAll(id, "ORDER");
    };
    const cells: string[] = [];
    for (const role of roles) cells.push(await send(visitors[role]));
    const byKey = await askAsProgram(path, send);
    if (!path.startsWith(API_PATH)) expect(byKey, `a key at ${path}`).toBe(cells[0]);
    const responses = [...cells, byKey].join(" | ");
    requests.set(responses, [...(requests.get(responses) ?? []), { method, path }]);
  };
  for (const path of pages) await add("GET", path);
  for (const path of asData) await add("GET", `${path}.data`);
  for (const path of posts) await add("POST", path);
  for (const { method, path } of apiRoutes) await add(method, path);

  const document = `# Who may open what

How each route answers each role, written by its test (\`tests/requests/access.test.ts\`, with \`UPDATE_DOCS=1\`). \`ORDER\`
is an order of the customer's; delivery, bookkeeper and owner are the roles of the team, by \`shop/accounts/access.ts\`.
"sign-in" is the sign-in page, which leads back to the route. A data request (\`.data\`) of a guarded page answers 202 with
the redirect inside. Posts and patches are sent without fields. An API key has all rights; if one without the right, a
revoked or a forged one is answered otherwise, that follows. Outside the API all four are anonymous.

${await actsChapter(app)}
## Routes

| ${roles.join(" | ")} | key | requests |
|${" --- |".repeat(roles.length + 2)}
${[...requests].map(([responses, sent]) => `| ${responses} | ${listed(sent)} |`).join("\n")}
`;
  if (process.env.UPDATE_DOCS) writeFileSync(FILE, document);
  expect(document).toBe(readFileSync(FILE, "utf8"));
});

const told = { mail: "a mail", "own mail": "the mail that it sends" } as const;

/** Returns the table of acts, and what became of each that was tried. */
async function actsChapter(app: TestApp): Promise<string> {
  const { id, buyer, visitors } = await orderForActs(app);
  const rows: string[] = [];
  for (const act of actNames) {
    const { does, needs, told: by } = acts[act];
    const cells = [does, needs, by === null ? "" : told[by]];
    for (const access of accesses)
      cells.push(await tryAct(visitors[access], act, { id, email: buyer.email }));
    rows.push(`| ${cells.join(" | ")} |`);
  }
  return `## Acts on an order

What buyers can do with their order, by \`shop/orders/acts.ts\` ([044](../decisions/044-acts-on-an-order.md)). *Seen* is by order
id and email. *Proven* is the browser that placed it, the signed link of a mail to its address, or the account that has
verified that address. The last three columns are what the shop answered.

| act | needs | the order's address is told by | order id alone | seen | proven |
| --- | --- | --- | --- | --- | --- |
${rows.join("\n")}
`;
}

/** Lists requests by their methods: "GET `/a` `/b`, POST `/a`". */
function listed(requests: { method: Method; path: string }[]): string {
  const methods = [...new Set(requests.map(({ method }) => method))];
  return methods
    .map((method) => {
      const paths = requests.filter((request) => request.method === method);
      return `${method} ${paths.map(({ path }) => `\`${path}\``).join(" ")}`;
    })
    .join(", ");
}

/** API clients with keys: all scopes, other scopes than required, and invalid keys. */
async function openPrograms(app: TestApp, admin: Visitor) {
  const proper = await makeKey(admin, apiScopeNames);
  const revoked = await makeKey(admin, apiScopeNames, { name: "Revoked" });
  await revokeKey(admin, "Revoked");
  const forOrders = await makeKey(admin, ["orders:read", "orders:write"]);
  const forPackages = await makeKey(admin, ["packages:read"]);
  const forged = `${proper.slice(0, -1)}${proper.endsWith("a") ? "b" : "a"}`;
  return async (path: string, send: Send) => {
    const sendWith = (key: string) => send(app.visitor(), { authorization: `Bearer ${key}` });
    const answered = await sendWith(proper);
    const others = {
      "without the right": path.includes("/packages") ? forOrders : forPackages,
      revoked,
      forged,
    };
    const different: string[] = [];
    for (const [name, key] of Object.entries(others)) {
      const other = await sendWith(key);
      if (other !== answered) different.push(`${name}: ${other}`);
    }
    return [answered, ...different].join("; ");
  };
}

/** Returns the status, the redirect, and for an order how much of it is shown. */
async function response(
  visitor: Visitor,
  { method, path, headers }: { method: Method; path: string; headers: Record<string, string> },
  customersEmail: string,
): Promise<string> {
  const {
    status,
    headers: answered,
    text,
  } = method === "POST"
    ? await visitor.post(path, {}, headers)
    : await visitor.request(path, { method, headers });
  const { location } = answered;
  const signIn = `/login?next=${encodeURIComponent(path.replace(/\.data|\?index$/, ""))}`;
  const shown = (target: string) => (target === signIn ? "sign-in" : target);
  const to = location
    ? ` → ${location.startsWith("http") ? "the provider" : shown(location).replace(/\?notice=.*/, "")}`
    : "";
  const inside =
    path.endsWith(".data") && status === 202
      ? (/"(\/login[^"]*|\/admin\/\w+|\/)"/.exec(text)?.[1] ?? null)
      : null;
  const order = path.includes("orderId=")
    ? text.includes(customersEmail)
      ? ", all of it"
      : ", masked"
    : "";
  return `${status}${to}${inside ? ` → ${shown(inside)}` : ""}${order}`;
}
