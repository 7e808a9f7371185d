import { expect, test } from "vitest";
import { eq } from "drizzle-orm";
import { apiKeys } from "#shop/api-keys/tables.ts";
import { API_PATH, operationList } from "#app/api/operations.ts";
import { type ApiScope, apiScopeNames } from "#shop/api-keys/api-key.ts";
import { makeKey, revokeKey } from "../../api-keys.ts";
import { openTestApp } from "../open-app.ts";
import { placeOrder } from "../place-order.ts";
import { ApiClient } from "./api-client.ts";

test("every route without a key, with invalid keys, without the scope, and with it", async () => {
  const app = await openTestApp();
  const { visitor: admin } = await app.account();
  const { id } = await placeOrder(app);
  const revoked = await makeKey(admin, apiScopeNames, { name: "Revoked" });
  const expired = await makeKey(admin, apiScopeNames, { name: "Expired", lifetime: "month" });
  await revokeKey(admin, "Revoked");
  await app.db
    .update(apiKeys)
    .set({ expiresAt: new Date(Date.now() - 1000) })
    .where(eq(apiKeys.name, "Expired"));
  const proper = await makeKey(admin, apiScopeNames);
  const forged = `${proper.slice(0, -1)}${proper.endsWith("a") ? "b" : "a"}`;
  const without = async (scope: ApiScope) =>
    makeKey(
      admin,
      apiScopeNames.filter((one) => one !== scope),
      { name: `Not ${scope}` },
    );

  for (const operation of operationList) {
    const { method, scope } = operation;
    const path = operation.path.replace("{id}", operation.path.startsWith("/orders") ? id : "2");
    const requestWith = async (key: string | null, headers: Record<string, string> = {}) =>
      new ApiClient(app, key).request(path, {
        method: method.toUpperCase(),
        headers: { ...headers, ...(operation.body && { "content-type": "application/json" }) },
        ...(operation.body && { body: JSON.stringify({ status: "pending" }) }),
      });

    const anonymous = await requestWith(null);
    expect(anonymous.status).toBe(401);
    expect(anonymous.headers["www-authenticate"]).toBe('Bearer realm="Satchel"');
    // Neither is a valid way to send a key.
    expect((await requestWith(null, { authorization: `Basic ${proper}` })).status).toBe(401);
    expect((await requestWith(null, { cookie: `key=${proper}`, "x-api-key": proper })).status).toBe(
      401,
    );
    for (const [key, detail] of [
      ["nothing", "This key does not exist."],
      [forged, "This key does not exist."],
      [revoked, "This key was revoked."],
      [expired, "This key has expired."],
    ] as const) {
      const response = await requestWith(key);
      expect([response.status, response.json]).toMatchObject([401, { detail }]);
      expect(response.headers["www-authenticate"]).toContain('error="invalid_token"');
    }

    const lacking = await requestWith(await without(scope));
    expect([lacking.status, lacking.json]).toMatchObject([403, { type: "/api#forbidden" }]);
    expect(lacking.headers["www-authenticate"]).toContain(`scope="${scope}"`);
    const allowed = await requestWith(proper);
    expect(allowed.status, allowed.text).toBe(200);
    expect(allowed.headers["ratelimit-limit"]).toBe("300");
    // A session gives no access, not even an administrator's.
    const signedIn = new ApiClient(app, null, admin.twin());
    expect((await signedIn.request(path, { method: method.toUpperCase() })).status).toBe(401);
  }
});

test("a key gives access to the API only", async () => {
  const app = await openTestApp();
  const { visitor: admin } = await app.account();
  const { id, buyer } = await placeOrder(app);
  const key = await makeKey(admin, apiScopeNames);
  for (const path of [
    "/admin",
    `/admin/orders/${id}`,
    `/admin/orders/${id}.data`,
    "/admin/api-keys",
    "/account",
    "/live/admin",
    "/metrics",
    `/track-order?orderId=${id}`,
    `/api/auth/get-session`,
  ]) {
    const response = await app.fetch(path, {
      headers: { authorization: `Bearer ${key}` },
      redirect: "manual",
    });
    const text = await response.text();
    expect(text, path).not.toContain(buyer.email);
    if (!path.startsWith("/track-order")) expect(response.status, path).not.toBe(200);
  }
});

test("unknown paths, methods and invalid bodies have the same error format", async () => {
  const app = await openTestApp();
  const { visitor: admin } = await app.account();
  const { id } = await placeOrder(app);
  const program = new ApiClient(app, await makeKey(admin, apiScopeNames));
  const path = `/orders/${id}`;
  const statusOf = async (...options: Parameters<ApiClient["request"]>) =>
    (await program.request(...options)).status;

  expect(await statusOf("/nothing")).toBe(404);
  expect(await statusOf("/orders/")).toBe(404);
  expect(await statusOf("/orders/NOTHING")).toBe(404);
  expect(await statusOf("/packages/none")).toBe(404);
  expect(await statusOf("/orders/%00")).toBe(400);
  expect(await statusOf(`/orders/${"x".repeat(9000)}`)).toBe(414);
  const posted = await program.request(path, { method: "POST", body: "{}" });
  expect([posted.status, posted.headers.allow]).toEqual([405, "GET, PATCH, HEAD, OPTIONS"]);
  expect(await statusOf("/orders", { method: "DELETE" })).toBe(405);
  const options = await program.request("/orders", { method: "OPTIONS" });
  expect([options.status, options.headers.allow]).toEqual([204, "GET, HEAD, OPTIONS"]);
  const head = await program.request(path, { method: "HEAD" });
  expect([head.status, head.text, head.headers.etag]).toEqual([200, "", '"1"']);

  for (const type of ["text/plain", "application/x-www-form-urlencoded", "", "application/jsonx"]) {
    const body = '{"status":"completed"}';
    const headers = { "content-type": type, origin: "https://elsewhere.example" };
    expect(await statusOf(path, { method: "PATCH", headers, body }), type).toBe(415);
  }
  const json = { "content-type": "application/json" };
  for (const body of ["", "{", "status=completed", "\u0000"])
    expect(await statusOf(path, { method: "PATCH", headers: json, body }), body).toBe(400);
  const long = JSON.stringify({ status: "completed", reason: "x".repeat(20_000) });
  expect(await statusOf(path, { method: "PATCH", headers: json, body: long })).toBe(413);
  for (const [body, field] of [
    [{}, "status"],
    [{ status: "sent" }, "status"],
    [{ status: "rejected", reason: "\u0000" }, "reason"],
    [{ status: "rejected", reason: "\ud800" }, "reason"],
    [{ status: "rejected", reason: 7 }, "reason"],
    [{ status: "rejected", reason: "x".repeat(301) }, "reason"],
    [{ status: "completed", reason: "late" }, "reason"],
    [{ status: "completed", note: "mine" }, "note"],
    [[], "body"],
    [null, "body"],
  ] as const) {
    const response = await program.patch(path, body);
    expect(response.status, response.text).toBe(422);
    expect(Object.keys((response.json as { errors: object }).errors)).toEqual([field]);
  }
  for (const [query, field] of [
    ["stauts=pending", "stauts"],
    ["status=Pending", "status"],
    ["limit=0", "limit"],
    ["limit=101", "limit"],
    ["limit=1.5", "limit"],
    ["updatedAfter=yesterday", "updatedAfter"],
    ["createdAfter=0000-01-01T00:00:00Z", "createdAfter"],
    ["cursor=x", "cursor"],
    ["status=pending&status=completed", "status"],
    ["__proto__=x", "__proto__"],
  ] as const) {
    const response = await program.request(`/orders?${query}`);
    expect(response.status, query).toBe(422);
    expect(Object.keys((response.json as { errors: object }).errors)).toEqual([field]);
  }
  expect((await program.request(path)).json).toMatchObject({ status: "pending", version: 1 });

  // Below /api, but not a path of this version.
  for (const elsewhere of ["/api/nothing", "/api/v2/orders"]) {
    for (const method of ["GET", "POST"]) {
      const response = await app.fetch(elsewhere, { method });
      expect(response.status).toBe(404);
      expect(response.headers.get("content-type")).toBe("application/problem+json");
    }
  }
  const root = await app.fetch(API_PATH, { redirect: "manual" });
  expect([root.status, root.headers.get("location")]).toEqual([302, "/api"]);
});
