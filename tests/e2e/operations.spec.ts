import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { version } from "#lib/version.ts";
import { rootDir } from "../../scripts/lib/prepare.mjs";
import { createPerson } from "./people.ts";
import { expect, test } from "./shop.ts";
import type { Shop } from "./shop-process.ts";

const token = "metrics-token-of-the-test";

/** A shop behind a local TLS proxy; tested without a browser. */
const behindProxy = {
  APP_URL: "https://shop.example",
  TRUSTED_PROXIES: "127.0.0.1",
  HSTS_INCLUDE_SUBDOMAINS: "1",
  METRICS_TOKEN: token,
  LOG_LEVEL: "info",
};

const send = (shop: Shop, path: string, form: Record<string, string>, from = "203.0.113.9") =>
  fetch(`${shop.url}${path}`, {
    method: "POST",
    body: new URLSearchParams(form),
    headers: {
      origin: "https://shop.example",
      "x-forwarded-for": `198.51.100.1, ${from}`,
      "x-forwarded-proto": "https",
    },
    redirect: "manual",
  });
const get = (shop: Shop, path: string, headers: Record<string, string> = {}) =>
  fetch(`${shop.url}${path}`, { headers, redirect: "manual" });

const registration = (person: ReturnType<typeof createPerson>) => ({
  ...person,
  confirmPassword: person.password,
  terms: "on",
});

/** Returns a cookie's name and sorted attributes. */
const cookiesOf = (response: Response) =>
  response.headers.getSetCookie().map((cookie) => {
    const [pair = "", ...attributes] = cookie.split("; ");
    return [pair.split("=")[0], ...attributes.filter((one) => !/^(Max-Age|Expires)/i.test(one))]
      .join("; ")
      .toLowerCase();
  });

test("over HTTPS every cookie has __Host-, HttpOnly, Secure and SameSite", async ({ ownShop }) => {
  const shop = await ownShop(behindProxy);
  const chosen = await send(shop, "/checkout", { intent: "select", packageId: "1" });
  const registered = await send(shop, "/register", registration(createPerson()));
  const elsewhere = await get(shop, "/sign-in/google");
  const linked = await get(shop, "/sign-in/google?next=/account", {
    "sec-fetch-site": "cross-site",
  });
  expect(linked.headers.get("location")).toBe("/login?next=%2Faccount");
  const cookies = [chosen, registered, elsewhere].map(cookiesOf);
  expect(cookies.map((some) => some.length > 0)).toEqual([true, true, true]);
  for (const cookie of cookies.flat()) {
    expect(cookie).toMatch(/^__host-satchel[._]\w+; /);
    expect(cookie.split("; ").slice(1).toSorted()).toEqual([
      "httponly",
      "path=/",
      "samesite=lax",
      "secure",
    ]);
  }
  // The cookies work.
  const cookie = [chosen, registered]
    .flatMap(({ headers }) => headers.getSetCookie())
    .map((one) => one.split(";")[0])
    .join("; ");
  expect((await get(shop, "/account", { cookie })).status).toBe(200);
  expect(await (await get(shop, "/checkout?step=account", { cookie })).text()).toContain(
    "tiktokUsername",
  );
});

test("over HTTPS every response has HSTS, and forms of an http origin are refused", async ({
  ownShop,
}) => {
  const shop = await ownShop(behindProxy);
  const paths = ["/", "/account", "/nothing", "/favicon.svg", "/assets/nothing", "/robots.txt"];
  const others = ["/api/v1/packages", "/api/nothing", "/live/order/NOTHING", "/healthz", "/%00"];
  for (const path of [...paths, ...others])
    expect((await get(shop, path)).headers.get("strict-transport-security"), path).toBe(
      "max-age=31536000; includeSubDomains",
    );

  // As if no trusted proxy reported the protocol.
  const post = (origin: string) =>
    fetch(`${shop.url}/checkout`, {
      method: "POST",
      body: new URLSearchParams({ intent: "select", packageId: "1" }),
      headers: { origin },
      redirect: "manual",
    });
  expect((await post(shop.url)).status).toBe(403);
  expect((await post("http://shop.example")).status).toBe(403);
  expect((await post("https://shop.example")).status).toBe(302);

  const registered = await send(shop, "/register", registration(createPerson()));
  const cookie = registered.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
  const personal = ["/account", "/account/sessions", "/orders", "/admin", "/admin.data"];
  const orders = ["/checkout", "/checkout.data", "/track-order?orderId=ABCDEFG"];
  const links = ["/reset-password?token=a", "/undo-email?token=a", "/newsletter/confirm?key=a"];
  for (const path of [...personal, ...orders, ...links])
    expect((await get(shop, path, { cookie })).headers.get("cache-control"), path).toBe("no-store");
});

test("over HTTP cookies have plain names and work", async ({ shop }) => {
  const response = await fetch(`${shop.url}/checkout`, {
    method: "POST",
    body: new URLSearchParams({ intent: "select", packageId: "1" }),
    headers: { origin: shop.url },
    redirect: "manual",
  });
  expect(cookiesOf(response)).toEqual(["satchel_visitor; path=/; httponly; samesite=lax"]);
});

test("behind a proxy each client has its own rate limits, and sessions have their IP address", async ({
  ownShop,
}) => {
  const shop = await ownShop(behindProxy);
  const search = (n: number, from: string) =>
    get(shop, `/track-order?orderId=WRONG${n}`, { "x-forwarded-for": from });
  // Retry if a new window has begun in between.
  await expect(async () => {
    for (let n = 10; n < 30; n += 1) await search(n, `192.0.2.${n}, 203.0.113.1`);
    const refused = await search(99, "203.0.113.1");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await refused.text()).toContain("Too many tries. Please wait");
  }).toPass();
  expect((await search(99, "203.0.113.2")).status).toBe(404);

  const registered = await send(shop, "/register", registration(createPerson()), "203.0.113.77");
  const cookie = registered.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const sessions = await (await get(shop, "/account/sessions", { cookie })).text();
  expect(sessions).toContain("203.0.113.77");
  expect(sessions).not.toContain("198.51.100.1");
});

test("a rate-limited form responds with 429 and Retry-After, for any account", async ({
  ownShop,
}) => {
  const shop = await ownShop(behindProxy);
  const person = createPerson();
  const form = { email: person.email, password: "x".repeat(200) };
  let n = 0;
  await expect(async () => {
    for (let i = 0; i < 100; i += 1) await send(shop, "/login", form, `203.0.113.${(n += 1)}`);
    const refused = await send(shop, "/login", form, "2001:db8::1");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  }).toPass();
});

test("health checks are no visits: no cookie, no visit, no log line", async ({ ownShop }) => {
  const shop = await ownShop(behindProxy);
  const browser = { "sec-fetch-dest": "document", "sec-fetch-site": "none" };
  const bearer = { authorization: `Bearer ${token}` };
  const health = await get(shop, "/healthz", browser);
  expect([health.status, await health.text()]).toEqual([200, `ok ${version}`]);
  expect(shop.log.split("\n")[0]).toContain(`Satchel ${version}, sandbox, on Node 2`);
  const ready = await get(shop, "/readyz", browser);
  expect([ready.status, await ready.json()]).toEqual([200, { ready: true, reasons: [] }]);
  expect((await get(shop, "/metrics", browser)).status).toBe(401);

  // The built shop makes the backup by itself, as in the image.
  const file = join(shop.dataDir, "image.backup");
  const { DATABASE_URL: _, ...env } = process.env;
  const backup = spawnSync(process.execPath, ["build/server/index.js", "backup", file], {
    env: {
      ...env,
      DATA_DIR: shop.dataDir,
      ...(shop.databaseUrl && { DATABASE_URL: shop.databaseUrl }),
    },
    cwd: rootDir,
    encoding: "utf8",
  });
  expect(backup).toMatchObject({ status: 0, stdout: expect.stringContaining(file) });

  await get(shop, "/packages/1?from=mail", { cookie: "a=b" });
  const scrape = () => get(shop, "/metrics", { ...browser, ...bearer });
  // The first prices arrive after the start.
  await expect
    .poll(async () => (await scrape()).text())
    .toMatch(/^satchel_price_age_seconds\{source="Kraken"\}/m);
  const metrics = await scrape();
  for (const response of [health, ready, metrics])
    expect(response.headers.getSetCookie()).toEqual([]);
  const text = await metrics.text();
  expect(text).toMatch(
    /^satchel_http_requests_total\{method="GET",route="\/packages\/:\w+",status="200"\} 1$/m,
  );
  for (const name of ["database_up", "chain_up", "price_up", "payments_in_review", "live_streams"])
    expect(text).toMatch(new RegExp(`^satchel_${name} \\d`, "m"));
  expect(text).toMatch(/^satchel_price_age_seconds\{source="Kraken"\} [\d.]+$/m);
  expect(text).toMatch(/^satchel_event_loop_lag_seconds\{stat="p99"\} [\d.e-]+$/m);
  expect(text).not.toMatch(/route="[^"]*(healthz|readyz|metrics)/);
  expect(shop.log).not.toMatch(/healthz|readyz|metrics/);
  await shop.whileStopped(async (db) => {
    const result = await db.execute(sql`select * from current_metrics where kind = 'visits'`);
    expect((result as { rows: unknown[] }).rows).toEqual([]);
  });
});

test("the log has one line per request with its route, without personal data or secrets", async ({
  ownShop,
}) => {
  const shop = await ownShop(behindProxy);
  const person = createPerson();
  await send(shop, "/register", registration(person), "203.0.113.9");
  await send(shop, "/login", { email: person.email, password: person.password }, "203.0.113.9");
  const other = await send(shop, "/register", registration(createPerson()), "203.0.113.10");
  const cookie = other.headers.getSetCookie().map((one) => one.split(";")[0]);
  await get(shop, "/admin", { cookie: cookie.join("; ") });
  await send(shop, "/forgot-password", { email: person.email });
  await get(shop, "/reset-password?token=a-secret-token");
  const tracked = await get(shop, "/track-order?orderId=7KQ2M9X&key=a-secret-key");
  const lost = await get(shop, "/somewhere/else");
  const id = tracked.headers.get("x-request-id") ?? "";
  expect(id).toMatch(/^[2-9A-HJ-NP-Z]{10}$/);
  expect(lost.headers.get("x-request-id")).not.toBe(id);
  await expect.poll(() => shop.log).toContain(`GET /track-order 404 in`);
  const lines = shop.log.split("\n").filter((line) => line.includes(id));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d info {2}GET \/track-order 404 in \d+ ms \(\w{10}\)$/);
  expect(shop.log).toMatch(/POST \/login 302/);
  expect(shop.log).toMatch(/GET \/\* 404/);
  for (const secret of [person.email, person.name, "a-secret", "7KQ2M9X", "satchel."])
    expect(shop.log).not.toContain(secret);
  expect(shop.log).toMatch(/authorization admin refused account=\w{32} from=127.0.0.1/);
  // Only attempts to sign in name the network address.
  const attempts = shop.log.split("\n").filter((line) => line.includes("203.0.113.9"));
  expect(attempts.map((line) => line.slice(15))).toEqual([
    expect.stringMatching(/^authentication registration succeeded account=\S+ from=203.0.113.9/),
    expect.stringMatching(/^authentication sign-in succeeded account=\S+ from=203.0.113.9/),
  ]);
});

test("an error page shows the request id of the log, also for data requests", async ({
  browser,
  ownShop,
}) => {
  const shop = await ownShop({ LOG_LEVEL: "info" });
  // Every function with a rate limit now fails.
  await shop.whileStopped(async (db) => {
    await db.execute(sql`alter table attempts rename to attempts_away`);
  });
  const page = await browser.newPage({ baseURL: shop.url });
  const shown = page.locator("code");
  const response = await page.goto("/track-order?orderId=7KQ2M9X");
  expect(response?.status()).toBe(500);
  await expect(page.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
  await expect(shown).toHaveText(response?.headers()["x-request-id"] ?? "");
  await expect.poll(() => shop.log).toContain(await shown.textContent());

  await page.goto("/login");
  await page.getByLabel("Email", { exact: true }).fill("mira@example.com");
  await page.getByLabel("Password", { exact: true }).fill("sesame-sesame");
  const [answer] = await Promise.all([
    page.waitForResponse((one) => one.request().method() === "POST"),
    page.getByRole("main").getByRole("button", { name: "Sign in" }).click(),
  ]);
  await expect(page.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
  await expect(shown).toHaveText(answer.headers()["x-request-id"] ?? "");
  await expect
    .poll(() => shop.log)
    .toMatch(
      new RegExp(`error page request failed: Failed query.*\\(${await shown.textContent()}\\)`),
    );
  expect(shop.log).not.toContain("mira@example.com");
});
