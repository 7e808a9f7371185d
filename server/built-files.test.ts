import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Hono } from "hono";
import { expect, test } from "vitest";
import { builtFiles } from "./built-files.ts";

/** Serves three files, whose folder is gone. */
function openFiles() {
  const dir = mkdtempSync(join(tmpdir(), "satchel-files-"));
  mkdirSync(join(dir, "assets"));
  for (const [name, content] of Object.entries({
    "favicon.svg": "<svg/>",
    "assets/page-1a2b.js": "plain",
    "assets/page-1a2b.js.br": "brotli",
    "assets/page-1a2b.js.gz": "gzip",
  }))
    writeFileSync(join(dir, name), content);
  const app = new Hono().use(builtFiles(dir)).all("*", (c) => c.text("passed on", 404));
  rmSync(dir, { recursive: true });
  return app;
}

test("files are served from memory, and hashed ones stay in caches", async () => {
  const app = openFiles();
  const icon = await app.request("/favicon.svg");
  expect(await icon.text()).toBe("<svg/>");
  expect(Object.fromEntries(icon.headers)).toEqual({
    "content-type": "image/svg+xml; charset=utf-8",
    "content-length": "6",
    "last-modified": expect.stringMatching(/ GMT$/),
  });
  const script = await app.request("/assets/page-1a2b.js");
  expect(await script.text()).toBe("plain");
  expect(script.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
});

test.each([
  ["gzip, deflate, br", "brotli", "br"],
  ["gzip", "gzip", "gzip"],
  ["identity", "plain", null],
])("a client that accepts %s gets %s", async (accepted, body, encoding) => {
  const headers = { "accept-encoding": accepted };
  const response = await openFiles().request("/assets/page-1a2b.js", { headers });
  expect(await response.text()).toBe(body);
  expect(response.headers.get("content-encoding")).toBe(encoding);
  expect(response.headers.get("vary")).toBe("Accept-Encoding");
});

test("HEAD has the headers, and everything else is passed on", async () => {
  const app = openFiles();
  const head = await app.request("/favicon.svg", { method: "HEAD" });
  expect([await head.text(), head.headers.get("content-length")]).toEqual(["", "6"]);
  for (const path of ["/assets", "/assets/", "/assets/page-1a2b.js.br", "/assets/page-1a2b.js.gz"])
    expect((await app.request(path)).status).toBe(404);
  expect((await app.request("/favicon.svg", { method: "POST" })).status).toBe(404);
});
