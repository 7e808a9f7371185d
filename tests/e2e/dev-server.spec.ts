import { rmSync } from "node:fs";
import type { Page } from "@playwright/test";
import { freePort } from "../../scripts/lib/postgres.mjs";
import { folderForDatabases } from "../temp-folder.ts";
import { DevServer } from "./dev-server.ts";
import { createDatabase } from "./server-database.ts";
import { expect, test } from "./shop.ts";

/** A start transforms every module of the server. */
const START = { timeout: 180_000 };

/** Waits until the page is hydrated, which removes its preloads: an edit before that is a hydration mismatch. */
async function expectHydrated(page: Page): Promise<void> {
  await expect(page.locator("link[rel=modulepreload]")).toHaveCount(0, START);
}

test("npm run dev: an open page follows edits, also after a restart; SIGTERM leaves nothing running", async ({
  browser,
  database,
}) => {
  test.setTimeout(600_000);
  const port = await freePort();
  const dataDir = folderForDatabases();
  const server = database === "postgresql" ? await createDatabase() : null;
  const dev = new DevServer({
    PORT: String(port),
    DATA_DIR: dataDir,
    ...(server && { DATABASE_URL: server.url }),
  });
  const opened = () => dev.log.split("is open at").length - 1;
  try {
    await expect.poll(opened, START).toBe(1);
    const page = await browser.newPage({ baseURL: `http://127.0.0.1:${port}` });
    const errors: string[] = [];
    let connected = 0;
    page.on("pageerror", (error) => errors.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error") errors.push(message.text());
      if (message.text() === "[vite] connected.") connected += 1;
    });

    await test.step("a screen is edited", async () => {
      let loads = 0;
      page.on("load", () => (loads += 1));
      await page.goto("/", { ...START, waitUntil: "networkidle" });
      await expect.poll(() => connected, START).toBe(1);
      await expectHydrated(page);
      dev.edit("app/routes/shop/home/home-texts.ts", 't("home.title")', '"Coins, paid your way"');
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Coins, paid/);
      expect(loads).toBe(1);
      // The update also loads the data of the page again; a restart would cut that off.
      await page.waitForLoadState("networkidle");
    });

    await test.step("a service function is edited", async () => {
      const packages = page.locator("#packages").getByRole("article");
      await expect(packages).not.toHaveCount(2);
      const before = connected;
      dev.edit("shop/catalog/packages.server.ts", 'of("grid")', 'of("grid").slice(0, 1)');
      await expect.poll(opened, START).toBe(2);
      // One, and the promotion.
      await expect(packages).toHaveCount(2, START);
      await expect.poll(() => connected, START).toBeGreaterThan(before);
      await expectHydrated(page);
    });

    await test.step("a screen is edited after the restart", async () => {
      dev.edit("app/routes/shop/home/why.tsx", 't("home.why")', '"A username will do"');
      await expect(page.getByRole("heading", { name: "A username will do" })).toBeVisible();
    });
    expect(errors).toEqual([]);

    await test.step("SIGTERM while a change of the API restarts the server", async () => {
      dev.edit("app/api/openapi.ts", "Orders and packages of the shop", "Orders of the shop");
      await expect.poll(() => dev.log).toContain("app/api/openapi.ts changed: restarting");
      await dev.terminate();
      await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow("fetch failed");
    });
  } finally {
    await dev.remove();
    await server?.drop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
