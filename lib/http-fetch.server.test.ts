import type { RequestListener } from "node:http";
import { gzipSync } from "node:zlib";
import { afterEach, expect, test } from "vitest";
import { startServer } from "../tests/make.ts";
import { createHttpClient } from "./http-client.server.ts";
import { FetchError, fetchThrough } from "./http-fetch.server.ts";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});
async function host(answer: (...each: Parameters<RequestListener>) => unknown): Promise<string> {
  const { url, close } = await startServer((request, response) => {
    void answer(request, response);
  });
  closing.push(close);
  return url;
}
const limitedFetch = fetchThrough(createHttpClient({ timeoutMs: 10_000 }));
const reasonOf = (sent: Promise<unknown>) =>
  sent.then(
    () => null,
    (error: unknown) => (error instanceof FetchError ? error.httpError.reason : error),
  );

test("is fetch: method, headers and forms go out, status, headers and cookies come back", async () => {
  const url = await host(async (request, response) => {
    response.setHeader("set-cookie", ["a=1", "b=2"]);
    response.writeHead(201, { "content-encoding": "gzip", "content-type": "application/json" });
    const { method, headers } = request;
    const body = (await request.toArray()).join("");
    response.end(gzipSync(JSON.stringify({ method, type: headers["content-type"], body })));
  });
  const body = new URLSearchParams({ a: "ä" });
  const response = await limitedFetch(new URL(url), { method: "POST", body });
  expect(response.status).toBe(201);
  expect(response.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
  expect(await response.json()).toEqual({
    method: "POST",
    type: "application/x-www-form-urlencoded;charset=UTF-8",
    body: "a=%C3%A4",
  });
  expect(await (await limitedFetch("data:,here")).text()).toBe("here");
});

test("an answer without a body, a redirect and deep JSON", async () => {
  const url = await host((request, response) => {
    if (request.url === "/empty") response.writeHead(204).end();
    else if (request.url === "/moved") response.writeHead(302, { location: "/" }).end();
    else response.end("[".repeat(100_000));
  });
  expect(await (await limitedFetch(`${url}/empty`)).text()).toBe("");
  expect((await limitedFetch(`${url}/moved`, { redirect: "manual" })).status).toBe(302);
  expect(await reasonOf(limitedFetch(`${url}/moved`))).toBe("redirect");
  expect(await reasonOf(limitedFetch(url))).toBe("depth");
});

test("more than 2 MiB fail with a typed error, and an abort with the caller's own", async () => {
  const url = await host((request, response) => {
    if (request.url !== "/silent") response.end(Buffer.alloc(3 * 1024 * 1024));
  });
  expect(await reasonOf(limitedFetch(url))).toBe("too-large");
  const timeout = limitedFetch(`${url}/silent`, { signal: AbortSignal.timeout(50) });
  await expect(timeout).rejects.toMatchObject({ name: "TimeoutError" });
});
