import { EventEmitter } from "node:events";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";
import { Hono } from "hono";
import { NONCE, secureHeaders, type SecureHeadersVariables } from "hono/secure-headers";
import { beforeEach, expect, test } from "vitest";
import { keepFrontPage } from "./front-page.ts";
import { type Fetch, listen } from "./listen.ts";

const URL_OF_SHOP = "https://shop.example/";

let version: string;
/** What was rendered, by the address asked for. */
let rendered: string[];
let visits: number;
/** Routes of the answers that were counted. */
let counted: string[];
let answerWith: (text: string) => Response | Promise<Response>;
let app: Hono<{ Variables: SecureHeadersVariables }>;

beforeEach(() => {
  version = "one";
  rendered = [];
  visits = 0;
  counted = [];
  answerWith = (text) => new Response(text, { headers: { "content-type": "text/html" } });
  app = new Hono<{ Variables: SecureHeadersVariables }>();
  app.use(secureHeaders({ contentSecurityPolicy: { scriptSrc: ["'self'", NONCE] } }));
  app.all("*", (c) => {
    rendered.push(c.req.url);
    const nonce = c.get("secureHeadersNonce");
    return answerWith(`<script nonce="${nonce}"></script>…${version}<script nonce="${nonce}">`);
  });
});

function open(readVersion = async () => version) {
  const fetch = fetchOf(readVersion);
  const bindings = { outgoing: new EventEmitter() } as unknown as Parameters<Fetch>[1];
  return async (url = URL_OF_SHOP, init?: RequestInit) => fetch(new Request(url, init), bindings);
}

function fetchOf(readVersion: () => Promise<string>) {
  return keepFrontPage((request) => app.fetch(request), {
    appUrl: "https://shop.example",
    readVersion,
    visits: {
      count: () => {
        visits += 1;
      },
      stop: async () => undefined,
    },
    observe: ({ route }) => counted.push(route),
  });
}

test("is rendered once for all who ask at once, and again when its version is another", async () => {
  const ask = open();
  const answers = await Promise.all([ask(), ask(), ask()]);
  for (const answer of answers) expect(await answer.text()).toContain("…one<");
  expect(rendered).toHaveLength(1);
  version = "two";
  expect(await (await ask()).text()).toContain("…two<");
  expect(rendered).toHaveLength(2);
});

test("has another nonce in each answer: that of its policy, in all its scripts", async () => {
  const ask = open();
  const nonces = new Set<string>();
  for (let i = 0; i < 5; i += 1) {
    const answer = await ask();
    const policy = answer.headers.get("content-security-policy");
    const nonce = /'nonce-([A-Za-z0-9+/]{24})'/.exec(policy ?? "")?.[1] ?? "";
    const html = await answer.text();
    expect(html).toBe(`<script nonce="${nonce}"></script>…one<script nonce="${nonce}">`);
    nonces.add(nonce);
  }
  expect(nonces.size).toBe(5);
});

test("has each nonce where it belongs over connections, which share the memory of what is sent", async () => {
  const filling = "–".repeat(300_000);
  version = `one${filling}`;
  const server = await listen(
    { fetch: fetchOf(async () => "one") },
    { host: "127.0.0.1", port: 0 },
  );
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const ask = async () => {
      const answer = await fetch(url, { headers: { "accept-encoding": "identity" } });
      const policy = answer.headers.get("content-security-policy");
      return { policy, html: await answer.text() };
    };
    const nonces = new Set<string>();
    for (let round = 0; round < 5; round += 1) {
      for (const { policy, html } of await Promise.all(Array.from({ length: 20 }, ask))) {
        const nonce = /'nonce-([A-Za-z0-9+/]{24})'/.exec(policy ?? "")?.[1] ?? "";
        expect(html).toBe(
          `<script nonce="${nonce}"></script>…one${filling}<script nonce="${nonce}">`,
        );
        nonces.add(nonce);
      }
    }
    expect(nonces.size).toBe(100);
    expect(rendered).toHaveLength(1);
  } finally {
    server.close();
  }
});

test("is compressed for those who can read that, with a nonce of its own", async () => {
  const ask = open();
  const answer = await ask(URL_OF_SHOP, { headers: { "accept-encoding": "gzip, br" } });
  expect(answer.headers.get("content-encoding")).toBe("gzip");
  const html = gunzipSync(Buffer.from(await answer.arrayBuffer())).toString();
  const policy = answer.headers.get("content-security-policy");
  const nonce = /'nonce-([A-Za-z0-9+/]{24})'/.exec(policy ?? "")?.[1] ?? "";
  expect(html).toBe(`<script nonce="${nonce}"></script>…one<script nonce="${nonce}">`);
  const plain = await ask(URL_OF_SHOP, { headers: { "accept-encoding": "gzip;q=0, br" } });
  expect(plain.headers.get("content-encoding")).toBeNull();
  expect(plain.headers.get("vary")).toBe("Accept-Encoding");
});

test.each([
  ["with a cookie", URL_OF_SHOP, { headers: { cookie: "satchel_visitor=x" } }],
  ["with a query", `${URL_OF_SHOP}?notice=placed`, {}],
  ["for another page", `${URL_OF_SHOP}terms`, {}],
  ["for its head alone", URL_OF_SHOP, { method: "HEAD" }],
  ["as a form's target", URL_OF_SHOP, { method: "POST" }],
])("is answered anew %s, and that is not kept", async (_name, url, init) => {
  const ask = open();
  await ask(url, init);
  await ask(url, init);
  expect(rendered).toEqual([url, url]);
  await ask();
  expect(rendered).toHaveLength(3);
});

test("is not kept when it failed, or would give everybody one cookie", async () => {
  const ask = open();
  answerWith = () => new Response("broken", { status: 500 });
  expect((await ask()).status).toBe(500);
  answerWith = (text) => new Response(text, { headers: { "set-cookie": "a=b" } });
  await ask();
  answerWith = (text) => new Response(text);
  rendered = [];
  expect(await (await ask()).text()).toContain("…one<");
  await ask();
  expect(rendered).toHaveLength(1);
});

test("is answered without what was kept while its version cannot be read", async () => {
  let down = false;
  const ask = open(async () => {
    if (down) throw new Error("no database");
    return version;
  });
  await ask();
  down = true;
  answerWith = () => new Response("broken", { status: 500 });
  expect((await ask()).status).toBe(500);
});

test("counts each visit, not each rendering", async () => {
  const ask = open();
  const headers = {
    "sec-fetch-dest": "document",
    "sec-fetch-site": "none",
    "user-agent": "Mozilla/5.0 (X11; Linux x64; rv:140.0) Gecko/20100101 Firefox/140.0",
  };
  await ask(URL_OF_SHOP, { headers });
  await ask(URL_OF_SHOP, { headers });
  await ask();
  expect(visits).toBe(2);
});
