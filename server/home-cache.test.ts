import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { Hono } from "hono";
import { NONCE, secureHeaders, type SecureHeadersVariables } from "hono/secure-headers";
import { beforeEach, expect, test } from "vitest";
import { cacheHomePage } from "./home-cache.ts";
import type { Fetch } from "./listen.ts";

const URL_OF_SHOP = "https://shop.example/";

let version: string;
/** The URLs that were rendered. */
let rendered: string[];
let visits: number;
/** The routes of the responses that were counted. */
let counted: string[];
let respond: (text: string) => Response | Promise<Response>;
let render: (request: Request) => Response | Promise<Response>;

beforeEach(() => {
  version = "one";
  rendered = [];
  visits = 0;
  counted = [];
  respond = (text) => new Response(text, { headers: { "content-type": "text/html" } });
  const app = new Hono<{ Variables: SecureHeadersVariables }>();
  app.use(secureHeaders({ contentSecurityPolicy: { scriptSrc: ["'self'", NONCE] } }));
  app.all("*", (c) => {
    rendered.push(c.req.url);
    const nonce = c.get("secureHeadersNonce");
    return respond(
      `<script nonce="${nonce}">one("–")</script>…${version}<script nonce="${nonce}" type="module" async="">two()</script><script nonce="${nonce}" src="/a.js"></script>`,
    );
  });
  render = (request) => app.fetch(request);
});

function open(readVersion = async () => version) {
  const fetch = cacheHomePage((request) => render(request), {
    appUrl: "https://shop.example",
    readVersion,
    readWantedLanguage: async () => "en",
    visits: {
      count: () => {
        visits += 1;
      },
      stop: async () => undefined,
    },
    observe: ({ route }) => counted.push(route),
  });
  return async (url = URL_OF_SHOP, init?: RequestInit) =>
    fetch(new Request(url, init), {} as Parameters<Fetch>[1]);
}

test("is rendered once for concurrent requests, and again for another version", async () => {
  const request = open();
  const responses = await Promise.all([request(), request(), request()]);
  for (const response of responses) expect(await response.text()).toContain("…one<");
  expect(rendered).toHaveLength(1);
  version = "two";
  expect(await (await request()).text()).toContain("…two<");
  expect(rendered).toHaveLength(2);
  expect(counted).toEqual(["/", "/", "/", "/"]);
});

test("has no nonce: its policy permits its inline scripts by their hashes, and no others", async () => {
  const response = await open()();
  expect(await response.text()).toBe(
    '<script>one("–")</script>…one<script type="module" async="">two()</script><script src="/a.js"></script>',
  );
  const hashes = ['one("–")', "two()"].map(
    (code) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`,
  );
  expect(response.headers.get("content-security-policy")).toBe(
    `script-src 'self' ${hashes.join(" ")}`,
  );
});

test("is the same bytes for every request, compressed for browsers that accept it", async () => {
  const request = open();
  const plain = await request(URL_OF_SHOP, { headers: { "accept-encoding": "gzip;q=0, br" } });
  expect(plain.headers.get("content-encoding")).toBeNull();
  expect(plain.headers.get("vary")).toBe("Accept-Encoding, Accept-Language");
  const html = await plain.text();
  for (let i = 0; i < 3; i += 1) {
    const response = await request(URL_OF_SHOP, { headers: { "accept-encoding": "gzip, br" } });
    expect(response.headers.get("content-encoding")).toBe("gzip");
    expect(gunzipSync(Buffer.from(await response.arrayBuffer())).toString()).toBe(html);
    expect(response.headers.get("content-security-policy")).toBe(
      plain.headers.get("content-security-policy"),
    );
  }
});

test.each([
  ["with a cookie", URL_OF_SHOP, { headers: { cookie: "satchel_visitor=x" } }],
  ["with a query", `${URL_OF_SHOP}?notice=placed`, {}],
  ["for another page", `${URL_OF_SHOP}terms`, {}],
  ["for HEAD", URL_OF_SHOP, { method: "HEAD" }],
  ["for POST", URL_OF_SHOP, { method: "POST" }],
])("is rendered anew %s, and that response is not cached", async (_name, url, init) => {
  const request = open();
  await request(url, init);
  await request(url, init);
  expect(rendered).toEqual([url, url]);
  await request();
  expect(rendered).toHaveLength(3);
});

test("is not cached when rendering failed, or when the response sets a cookie", async () => {
  const request = open();
  respond = () => new Response("broken", { status: 500 });
  expect((await request()).status).toBe(500);
  respond = (text) => new Response(text, { headers: { "set-cookie": "a=b" } });
  await request();
  respond = (text) => new Response(text);
  rendered = [];
  expect(await (await request()).text()).toContain("…one<");
  await request();
  expect(rendered).toHaveLength(1);
});

test("is rendered without the cache while the version cannot be read", async () => {
  let down = false;
  const request = open(async () => {
    if (down) throw new Error("no database");
    return version;
  });
  await request();
  down = true;
  respond = () => new Response("broken", { status: 500 });
  expect((await request()).status).toBe(500);
});

test("counts each visit, not each rendering", async () => {
  const request = open();
  const headers = {
    "sec-fetch-dest": "document",
    "sec-fetch-site": "none",
    "user-agent": "Mozilla/5.0 (X11; Linux x64; rv:140.0) Gecko/20100101 Firefox/140.0",
  };
  await request(URL_OF_SHOP, { headers });
  await request(URL_OF_SHOP, { headers });
  await request();
  expect(visits).toBe(2);
});
