import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { version } from "#lib/version.ts";
import { rootDir } from "../../scripts/lib/prepare.mjs";
import { expect, test } from "./shop.ts";
import type { Shop } from "./shop-process.ts";

const token = "metrics-token-of-the-test";

/** A shop behind a local TLS proxy. */
const behindProxy = {
  APP_URL: "https://shop.example",
  TRUSTED_PROXIES: "127.0.0.1",
  METRICS_TOKEN: token,
  LOG_LEVEL: "info",
};

const get = (shop: Shop, path: string, headers: Record<string, string> = {}) =>
  fetch(`${shop.url}${path}`, { headers, redirect: "manual" });

test("health checks are no visits: no cookie, no visit, no log line", async ({ ownShop }) => {
  const shop = await ownShop(behindProxy);
  const browser = { "sec-fetch-dest": "document", "sec-fetch-site": "none" };
  const bearer = { authorization: `Bearer ${token}` };
  const health = await get(shop, "/healthz", browser);
  expect([health.status, await health.text()]).toEqual([200, `ok ${version}`]);
  expect(shop.log.split("\n")[0]).toMatch(
    /Satchel [\d.]+ \(.*\d{4}-\d\d-\d\d\), sandbox, on Node 2/,
  );
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
