import { expect, test, vi } from "vitest";
import { openTestApp, type TestApp } from "./open-app.ts";

/** A shop behind a local TLS proxy. */
const openBehindProxy = () =>
  openTestApp({
    APP_URL: "https://shop.example",
    TRUSTED_PROXIES: "127.0.0.1",
    HSTS_INCLUDE_SUBDOMAINS: "1",
  });

/** Time for two windows of a limit's count, of which one may have begun in between. */
const WINDOWS = { timeout: 60_000, interval: 100 };

const send = (app: TestApp, path: string, form: Record<string, string>, from = "203.0.113.9") =>
  app.fetch(path, {
    method: "POST",
    body: new URLSearchParams(form),
    headers: {
      origin: app.url,
      "x-forwarded-for": `198.51.100.1, ${from}`,
      "x-forwarded-proto": "https",
    },
  });
const get = (app: TestApp, path: string, headers: Record<string, string> = {}) =>
  app.fetch(path, { headers });

const registration = (email = "mira@example.com") => {
  const password = "correct horse battery";
  return { name: "Mira Holt", email, password, confirmPassword: password, terms: "on" };
};

/** Returns the header by which a browser sends the cookies of these responses. */
const cookieOf = (...responses: Response[]) =>
  responses
    .flatMap(({ headers }) => headers.getSetCookie())
    .map((one) => one.split(";")[0])
    .join("; ");

test("over HTTPS every cookie has __Host-, HttpOnly, Secure and SameSite", async () => {
  const app = await openBehindProxy();
  const chosen = await send(app, "/checkout", { intent: "select", packageId: "1" });
  const registered = await send(app, "/register", registration());
  const elsewhere = await get(app, "/sign-in/facebook");
  const linked = await get(app, "/sign-in/facebook?next=/account", {
    "sec-fetch-site": "cross-site",
  });
  expect(linked.headers.get("location")).toBe("/login?next=%2Faccount");
  const cookie = cookieOf(chosen, registered);
  const admin = { cookie, "sec-fetch-dest": "document" };
  const others = await Promise.all(
    ["/language?to=de", "/currency?to=EUR", "/admin/packages/table"].map((path) =>
      get(app, path, admin),
    ),
  );
  const challenged = await send(app, "/passkey-challenge", { purpose: "sign-in" });
  // `openTestApp` expects the attributes of each cookie of each response.
  const names = [chosen, registered, elsewhere, ...others, challenged].flatMap(({ headers }) =>
    headers.getSetCookie().map((one) => one.split("=")[0]),
  );
  const accounts = ["session_token", "known_browser", "state", "passkey_challenge"];
  const shops = ["visitor", "language", "currency", "packages"];
  expect(names).toEqual(
    expect.arrayContaining([
      ...accounts.map((name) => `__Host-satchel.${name}`),
      ...shops.map((name) => `__Host-satchel_${name}`),
    ]),
  );
  // The cookies work.
  expect((await get(app, "/account", { cookie })).status).toBe(200);
  expect(await (await get(app, "/checkout?step=account", { cookie })).text()).toContain(
    "tiktokUsername",
  );
});

test("over HTTPS every response has HSTS, and forms of an http origin are refused", async () => {
  const app = await openBehindProxy();
  const paths = ["/", "/account", "/nothing", "/favicon.svg", "/assets/nothing", "/robots.txt"];
  const others = ["/api/v1/packages", "/api/nothing", "/live/order/NOTHING", "/healthz", "/%00"];
  for (const path of [...paths, ...others])
    expect((await get(app, path)).headers.get("strict-transport-security"), path).toBe(
      "max-age=31536000; includeSubDomains",
    );

  // As if no trusted proxy reported the protocol.
  const post = (origin: string) =>
    app.fetch("/checkout", {
      method: "POST",
      body: new URLSearchParams({ intent: "select", packageId: "1" }),
      headers: { origin },
    });
  expect((await post("http://shop.example")).status).toBe(403);
  expect((await post("https://shop.example")).status).toBe(302);

  const registered = await send(app, "/register", registration());
  const cookie = cookieOf(registered);
  const personal = ["/account", "/account/sessions", "/orders", "/admin", "/admin.data"];
  const orders = ["/checkout", "/checkout.data", "/track-order?orderId=ABCDEFG"];
  const links = [
    "/reset-password?token=a",
    "/keep-two-factor?token=a",
    "/newsletter/confirm?key=a",
  ];
  for (const path of [...personal, ...orders, ...links])
    expect((await get(app, path, { cookie })).headers.get("cache-control"), path).toBe("no-store");
});

test("every response forbids sniffing, framing, other origins and referrers", async () => {
  const app = await openBehindProxy();
  const pages = ["/", "/?a=b", "/login", "/login.data", "/account", "/Account", "/nothing"];
  const files = ["/favicon.svg", "/preview.png", "/assets/nothing", "/robots.txt", "/sitemap.xml"];
  const programs = ["/api", "/api/v1/packages", "/api/v1/openapi.json", "/api/nothing"];
  const others = ["/live/order/NOTHING", "/healthz", "/readyz", "/metrics", "/webhooks/stripe"];
  for (const path of [...pages, ...files, ...programs, ...others, "/%00", `/${"a".repeat(9000)}`])
    for (const method of ["GET", "POST"]) {
      const response = await app.fetch(path, {
        method,
        headers: { origin: "https://evil.example" },
        redirect: "manual",
      });
      const { headers } = response;
      const what = `${method} ${path.slice(0, 40)} ${response.status}`;
      expect(headers.get("x-content-type-options"), what).toBe("nosniff");
      expect(headers.get("content-security-policy"), what).toMatch(/frame-ancestors 'none'/);
      expect(headers.get("referrer-policy"), what).toMatch(/^(same-origin|no-referrer)$/);
      expect(headers.get("access-control-allow-origin"), what).toBe(null);
      if ((await response.arrayBuffer()).byteLength > 0)
        expect(headers.get("content-type"), what).toMatch(/charset=utf-8|json|image\/png/i);
    }
});

test("over HTTP cookies have plain names and work", async () => {
  const app = await openTestApp();
  const response = await app.fetch("/checkout", {
    method: "POST",
    body: new URLSearchParams({ intent: "select", packageId: "1" }),
    headers: { origin: app.url },
  });
  expect(response.headers.getSetCookie().join()).toMatch(/^satchel_visitor=/);
});

test("behind a proxy each client has its own rate limits, and sessions have their IP address", async () => {
  const app = await openBehindProxy();
  const search = (n: number, from: string) =>
    get(app, `/track-order?orderId=WRONG${n}`, { "x-forwarded-for": from });
  // Again if a new window has begun in between.
  await vi.waitFor(async () => {
    for (let n = 10; n < 30; n += 1) await search(n, `192.0.2.${n}, 203.0.113.1`);
    const refused = await search(99, "203.0.113.1");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await refused.text()).toContain("Too many attempts. Please wait");
  }, WINDOWS);
  expect((await search(99, "203.0.113.2")).status).toBe(404);

  const registered = await send(app, "/register", registration(), "203.0.113.77");
  const cookie = cookieOf(registered);
  const sessions = await (await get(app, "/account/sessions", { cookie })).text();
  expect(sessions).toContain("203.0.113.77");
  expect(sessions).not.toContain("198.51.100.1");
});

test("a rate-limited form responds with 429 and Retry-After, for any account", async () => {
  const app = await openBehindProxy();
  const form = { email: "mira@example.com", password: "x".repeat(200) };
  let n = 0;
  await vi.waitFor(async () => {
    for (let i = 0; i < 100; i += 1) await send(app, "/login", form, `203.0.113.${(n += 1)}`);
    const refused = await send(app, "/login", form, "2001:db8::1");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  }, WINDOWS);
});

test("the log has one line per request with its route, without personal data or secrets", async () => {
  const app = await openBehindProxy();
  const person = registration();
  await send(app, "/register", person, "203.0.113.9");
  await send(app, "/login", { email: person.email, password: person.password }, "203.0.113.9");
  const other = await send(app, "/register", registration("tobias@example.com"), "203.0.113.10");
  await get(app, "/admin", { cookie: cookieOf(other) });
  await send(app, "/forgot-password", { email: person.email });
  await get(app, "/reset-password?token=a-secret-token");
  const tracked = await get(app, "/track-order?orderId=7KQ2M9X&key=a-secret-key");
  const lost = await get(app, "/somewhere/else");
  const id = tracked.headers.get("x-request-id") ?? "";
  expect(id).toMatch(/^[2-9A-HJ-NP-Z]{10}$/);
  expect(lost.headers.get("x-request-id")).not.toBe(id);
  await expect.poll(() => app.log()).toContain(`GET /track-order 404 in`);
  const lines = app
    .log()
    .split("\n")
    .filter((line) => line.includes(id));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d info {2}GET \/track-order 404 in \d+ ms \(\w{10}\)$/);
  expect(app.log()).toMatch(/POST \/login 302/);
  expect(app.log()).toMatch(/GET \/\* 404/);
  for (const secret of [person.email, person.name, "a-secret", "7KQ2M9X", "satchel."])
    expect(app.log()).not.toContain(secret);
  expect(app.log()).toMatch(
    /authorization admin refused account=\w{32} role=customer from=127.0.0.1/,
  );
  // Only attempts to sign in name the network address.
  const attempts = app
    .log()
    .split("\n")
    .filter((line) => line.includes("203.0.113.9"));
  expect(attempts.map((line) => line.slice(15))).toEqual([
    expect.stringMatching(/^authentication registration succeeded account=\S+ from=203.0.113.9/),
    expect.stringMatching(/^authentication sign-in succeeded account=\S+ from=203.0.113.9/),
  ]);
});
