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
    stdio: ["ignore", "inherit", "pipe"],
  });
  const ended = once(shop, "exit");
  const url = `http://127.0.0.1:${port}`;
  let output = "";
  await new Promise<void>((resolve, reject) => {
    shop.once("exit", (code) => reject(new Error(`the shop ended with ${code}:\n${output}`)));
    // Read to its end: the shop could not write another line otherwise.
    shop.stderr.on("data", (chunk) => {
      output += String(chunk);
      if (output.includes("is open at")) resolve();
    });
  });
  expect(output).toContain(url);
  expect((await fetch(url)).status).toBe(200);
  shop.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
});
