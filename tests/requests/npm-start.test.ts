import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { freePort } from "../../scripts/lib/postgres.mjs";
import { projectNode, rootDir } from "../../scripts/lib/prepare.mjs";

test("npm start runs the built shop until a signal ends it", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "satchel-start-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const port = await freePort();
  const shop = spawn(projectNode, ["scripts/start.mjs"], {
    cwd: rootDir,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, DATABASE_URL: "" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(shop, "exit");
  const url = `http://127.0.0.1:${port}`;
  let output = "";
  for await (const chunk of shop.stdout) {
    output += String(chunk);
    if (output.includes("is open at")) break;
  }
  expect(output).toContain(url);
  expect((await fetch(url)).status).toBe(200);
  shop.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
});
