import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServer } from "../../tests/make.ts";
import { knownHoles } from "./audit.mjs";

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

/** npm remembers what it was told of a hole. */
const ask = (registry: string) => {
  const npm_config_cache = mkdtempSync(join(dir, "cache-"));
  return knownHoles(dir, { ...process.env, npm_config_registry: registry, npm_config_cache });
};

/** Asks a registry that answers so about holes, and knows of the package itself what it has to. */
async function askOne(answer: (response: ServerResponse) => void) {
  const { url, close } = await startServer((request: IncomingMessage, response) => {
    if (request.method === "POST") answer(response);
    else
      response.end(
        JSON.stringify({ name: "part", versions: { "1.0.0": { name: "part", version: "1.0.0" } } }),
      );
  });
  const answered = await ask(url);
  await close();
  return answered;
}

const hole = (severity: string) => (response: ServerResponse) =>
  response.end(
    JSON.stringify({
      part: [
        {
          id: 1,
          url: "https://holes.example/1",
          title: "Lets anybody in",
          severity,
          vulnerable_versions: "<2",
          cwe: [],
          cvss: { score: 9, vectorString: null },
        },
      ],
    }),
  );

test("a grave hole is told, with what it is", async () => {
  for (const severity of ["high", "critical"])
    expect(await askOne(hole(severity))).toEqual({
      holes: [`part (${severity}): Lets anybody in https://holes.example/1`],
    });
});

test("a small one, or none, is no fault", async () => {
  expect(await askOne(hole("moderate"))).toEqual({ holes: [] });
  expect(await askOne((response) => response.end("{}"))).toEqual({ holes: [] });
});

test("a registry that does not tell is said to have been asked in vain, and is no fault either", async () => {
  const refused = await askOne((response) => {
    response.statusCode = 405;
    response.end('{"error":"method not allowed"}');
  });
  expect(refused).toEqual({ notAsked: expect.stringContaining("405 Method Not Allowed") });
  const nonsense = await askOne((response) => response.end("<html>"));
  expect(nonsense).toEqual({ notAsked: expect.stringContaining("not valid JSON") });
  expect(await ask("http://127.0.0.1:9")).toEqual({
    notAsked: expect.stringContaining("ECONNREFUSED"),
  });
});
