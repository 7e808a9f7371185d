import { gunzipSync } from "node:zlib";
import { Hono } from "hono";
import { expect, test } from "vitest";
import { compressPages } from "./compress-pages.ts";

const long = "coins and ".repeat(200);

function request(text: string, { type = "text/html", ...init }: RequestInit & { type?: string }) {
  const app = new Hono();
  app.use(compressPages);
  const headers = { "content-type": type, "x-route": "/", vary: "Cookie" };
  app.all("*", () => new Response(text, { status: 404, headers }));
  return app.request("/", init);
}

test.each(["text/html; charset=utf-8", "text/x-script"])(
  "a page as %s is compressed as a whole, with its status and headers",
  async (type) => {
    const response = await request(long, { type, headers: { "accept-encoding": "br, gzip" } });
    expect(response.status).toBe(404);
    // The server's own Response, which another file may have put in place of the platform's, has no bytes().
    const body = new Uint8Array(await response.arrayBuffer());
    expect(Object.fromEntries(response.headers)).toEqual({
      "content-type": type,
      "x-route": "/",
      vary: "Cookie, Accept-Encoding",
      "content-encoding": "gzip",
      "content-length": String(body.length),
    });
    expect(gunzipSync(body).toString()).toBe(long);
  },
);

test.each([
  ["a small page", "Redirecting", { headers: { "accept-encoding": "gzip" } }],
  ["for a client that does not accept it", long, { headers: { "accept-encoding": "gzip;q=0" } }],
])("%s is not compressed", async (_name, text, init) => {
  const response = await request(text, init);
  expect(response.headers.get("content-encoding")).toBeNull();
  expect(response.headers.get("content-length")).toBe(String(text.length));
  expect(await response.text()).toBe(text);
});

test.each([
  ["another type", { type: "text/csv" }],
  ["the answer to HEAD", { method: "HEAD" }],
])("%s passes as it is", async (_name, init) => {
  const response = await request(long, { headers: { "accept-encoding": "gzip" }, ...init });
  expect(response.headers.get("content-length")).toBeNull();
  expect(response.headers.get("vary")).toBe("Cookie");
});
