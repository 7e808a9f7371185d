import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServer } from "../../tests/make.ts";
import { findVulnerabilities } from "./audit.mjs";

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), "satchel-audit-"));
  const own = { name: "shop", version: "1.0.0", dependencies: { part: "1.0.0" } };
  const packages = { "": own, "node_modules/part": { version: "1.0.0" } };
  writeFileSync(join(dir, "package.json"), JSON.stringify(own));
  writeFileSync(
    join(dir, "package-lock.json"),
    JSON.stringify({ name: "shop", lockfileVersion: 3, packages }),
  );
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Runs the audit with an empty npm cache. */
const audit = (registry: string) => {
  const npm_config_cache = mkdtempSync(join(dir, "cache-"));
  return findVulnerabilities(dir, {
    ...process.env,
    npm_config_registry: registry,
    npm_config_cache,
  });
};

/** Runs the audit against a registry with this response to the audit request. */
async function auditWith(answer: (response: ServerResponse) => void) {
  const { url, close } = await startServer((request: IncomingMessage, response) => {
    if (request.method === "POST") answer(response);
    else
      response.end(
        JSON.stringify({ name: "part", versions: { "1.0.0": { name: "part", version: "1.0.0" } } }),
      );
  });
  const result = await audit(url);
  await close();
  return result;
}

const vulnerability = (severity: string) => (response: ServerResponse) =>
  response.end(
    JSON.stringify({
      part: [
        {
          id: 1,
          url: "https://advisories.example/1",
          title: "Lets anybody in",
          severity,
          vulnerable_versions: "<2",
          cwe: [],
          cvss: { score: 9, vectorString: null },
        },
      ],
    }),
  );

test("a severe vulnerability is reported with title and URL", async () => {
  for (const severity of ["high", "critical"])
    expect(await auditWith(vulnerability(severity))).toEqual({
      vulnerabilities: [`part (${severity}): Lets anybody in https://advisories.example/1`],
    });
});

test("a moderate vulnerability, or none, passes", async () => {
  expect(await auditWith(vulnerability("moderate"))).toEqual({ vulnerabilities: [] });
  expect(await auditWith((response) => response.end("{}"))).toEqual({ vulnerabilities: [] });
});

test("an unavailable registry is reported as such, and passes", async () => {
  const rejected = await auditWith((response) => {
    response.statusCode = 405;
    response.end('{"error":"method not allowed"}');
  });
  expect(rejected).toEqual({ unavailable: expect.stringContaining("405 Method Not Allowed") });
  const nonsense = await auditWith((response) => response.end("<html>"));
  expect(nonsense).toEqual({ unavailable: expect.stringContaining("not valid JSON") });
  expect(await audit("http://127.0.0.1:9")).toEqual({
    unavailable: expect.stringContaining("ECONNREFUSED"),
  });
});
