import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { test as base } from "@playwright/test";
import { freePort } from "../../scripts/lib/postgres.mjs";
import { folderForDatabases } from "../temp-folder.ts";
import { runOnServer } from "../server-database.ts";
import { createDatabase } from "./server-database.ts";
import { METRICS_TOKEN, Shop } from "./shop-process.ts";

export interface ShopOptions {
  database: "embedded" | "postgresql";
}

/** How many unpaid checkouts get an address of their own. Every start looks for as many unused addresses. */
export const GAP_LIMIT = { own: 100, shared: 1000 };

/** The statement that sets the gap limit in the shop's settings. */
export function gapLimitStatement(value: number): string {
  return `insert into settings (name, value) values ('gapLimit', '${value}')
    on conflict (name) do update set value = excluded.value`;
}

/** Opens a shop with an empty database; `close` deletes its data. */
export async function openShop(
  kind: ShopOptions["database"],
  env: Record<string, string> = {},
  gapLimit = GAP_LIMIT.own,
): Promise<{ shop: Shop; close: () => Promise<void> }> {
  const port = Number(env.PORT ?? (await freePort()));
  const dataDir = folderForDatabases();
  const hasLightning = env.SANDBOX_LIGHTNING === "on";
  const { E2E_FIRST_DATA: firstData, E2E_TEMPLATE: template } = process.env;
  const database = kind === "postgresql" ? await createDatabase(template) : null;
  // With a database on the server, only the funded chain of the sandbox.
  const copied = database ? "sandbox" : "";
  if (firstData) cpSync(join(firstData, copied), join(dataDir, copied), { recursive: true });
  const shop = new Shop(`http://127.0.0.1:${port}`, {
    PORT: String(port),
    DATA_DIR: dataDir,
    METRICS_TOKEN,
    // Tests name a visitor's address by X-Forwarded-For.
    TRUSTED_PROXIES: "127.0.0.0/8",
    // Most tests pay with Bitcoin; those of other methods switch the stand-ins on.
    SANDBOX_PROVIDERS: "off",
    SANDBOX_LIGHTNING: "off",
    // Half a second of processor time for each real one.
    SANDBOX_HASHES: "cheap",
    // At this level the log says when the node answers.
    ...(hasLightning && { LOG_LEVEL: "info" }),
    ...(database && { DATABASE_URL: database.url }),
    ...(env.SATCHEL_MODE === "live" && { APP_URL: `http://127.0.0.1:${port}` }),
    ...env,
  });
  await shop.start();
  // Before that, checkout offers only the chain.
  if (hasLightning) await shop.logged("the Lightning node answers");
  if (database) {
    await runOnServer(database.url, gapLimitStatement(gapLimit));
  } else if (gapLimit !== GAP_LIMIT.own) {
    await shop.whileStopped(async (db) => void (await db.execute(gapLimitStatement(gapLimit))));
  }
  return {
    shop,
    close: async () => {
      await shop.end("SIGTERM");
      await database?.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

interface TestFixtures {
  /** Opens a shop for this test alone with this environment; closed after the test. */
  ownShop: (env?: Record<string, string>) => Promise<Shop>;
}

/** Playwright's test with a shop that is shared by the tests of one worker. */
export const test = base.extend<
  TestFixtures,
  ShopOptions & { shop: Shop; shopEnv: Record<string, string> }
>({
  ownShop: async ({ database }, use) => {
    const opened: (() => Promise<void>)[] = [];
    await use(async (env) => {
      const { shop, close } = await openShop(database, env);
      opened.push(close);
      return shop;
    });
    for (const close of opened) await close();
  },
  baseURL: ({ shop }, use) => use(shop.url),
  database: ["embedded", { option: true, scope: "worker" }],
  /** The environment of the shared shop. */
  shopEnv: [{}, { option: true, scope: "worker" }],
  shop: [
    async ({ database, shopEnv }, use) => {
      const { shop, close } = await openShop(database, shopEnv, GAP_LIMIT.shared);
      await use(shop);
      await close();
    },
    { scope: "worker", timeout: 180_000 },
  ],
});

export { expect } from "@playwright/test";
