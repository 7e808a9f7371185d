import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { Readable } from "node:stream";
import type { HttpBindings } from "@hono/node-server";
import { desc } from "drizzle-orm";
import { expect, inject, onTestFinished } from "vitest";
import type { Db } from "#db/client.server.ts";
import { readEnv } from "#server/env.server.ts";
import type { Handler } from "#server/listen.ts";
import { openLiveHub } from "#server/live.ts";
import { openLogger } from "#server/log.ts";
import { seedCatalog } from "#shop/catalog/packages.server.ts";
import { mails } from "#shop/mail/tables.ts";
import type { MailMessage } from "#shop/mail/mail-message.ts";
import type { Currency } from "#messages/currencies.ts";
import { policyOf } from "#shop/payments/model/policy.ts";
import { parseAccountKey } from "#shop/payments/wallet/address.ts";
import { defaultSettings } from "#shop/settings/settings.ts";
import { merchantXpub } from "../../sandbox/chain/keys.ts";
import { linkTo } from "../complete-mails.ts";
import { openFromPool } from "../embedded-pool.ts";
import { roundRate } from "../make.ts";
import { openFromServerPool } from "../server-pool.ts";
import { type HttpResponse, type RequestOptions, Visitor } from "../visitor.ts";

const ORIGIN = "http://shop.test";

interface Person {
  name: string;
  email: string;
  password: string;
}

/** The app of the shop in the test's process, with a database of its own. */
export interface TestApp {
  /** The origin of the shop. */
  url: string;
  db: Db;
  /** The lines of the log, at the level "info". */
  log: () => string;
  /** How many live streams are open. */
  openStreams: () => number;
  /** As the HTTP server calls it. */
  handle: Handler;
  /** Sends a request from the loopback address, which is a trusted proxy. */
  fetch: (path: string, init?: RequestInit) => Promise<Response>;
  /** Returns a client without cookies; each of its requests comes from another address, since limits count by address. */
  visitor: () => Visitor;
  /** Registers an account and signs it in; the first one is the administrator. */
  account: () => Promise<{ visitor: Visitor } & Person>;
  /** Returns the queued mails to this address, newest first. */
  mailsTo: (address: string) => Promise<MailMessage[]>;
  /** Returns the path of the link in the newest mail of this template to an address. */
  linkTo: (address: string, template: Parameters<typeof linkTo>[2]) => Promise<string>;
}

/** Opens the built app for one test, with jobs that do not run: the rate is fixed, and no payment arrives. */
export async function openTestApp(
  variables: Record<string, string> = {},
  { salesPaused = false }: { salesPaused?: boolean } = {},
): Promise<TestApp> {
  const { openApp, options, readStoredAtStart } = await built();
  const read = readEnv({
    APP_URL: ORIGIN,
    DATA_DIR: tmpdir(),
    // Tests name a visitor's address by X-Forwarded-For.
    TRUSTED_PROXIES: "127.0.0.0/8",
    // Half a second of processor time for each real one.
    SANDBOX_HASHES: "cheap",
    ...variables,
  });
  if ("problems" in read) throw new Error(read.problems.join("\n"));
  const { env } = read;
  const database = await (inject("serverUrl") ? openFromServerPool() : openFromPool());
  const { db } = database;
  await seedCatalog(db, env);
  const hub = await openLiveHub(database);
  const stopping = new AbortController();
  const lines: string[] = [];
  const app = await openApp(database, {
    env,
    files: options,
    social: [{ provider: "facebook", dialogUrl: "https://dialog.test", graphUrl: "", ...CLIENT }],
    sandboxUrl: null,
    hub,
    jobs: idleWork(),
    system: {
      read: async () => ({
        lastBackup: null,
        backupOverdueSince: null,
        lowDisk: null,
        newIn: null,
      }),
      alert: async () => undefined,
    },
    stored: await readStoredAtStart(db),
    appUrl: () => env.appUrl,
    clockSkewMs: () => 0,
    salesPaused: () => salesPaused,
    stopping: stopping.signal,
    logger: openLogger({ level: "info", format: "lines" }, { write: (line) => lines.push(line) }),
  });
  onTestFinished(async () => {
    stopping.abort();
    await app.close();
    await hub.close();
    await database.close();
  });

  const url = new URL(env.appUrl).origin;
  const fetchFrom = async (address: string, path: string, init: RequestInit) => {
    const response = await app.fetch(requestOf(`${url}${path}`, init), bindingsFrom(address));
    for (const cookie of response.headers.getSetCookie())
      expectSafeCookie(cookie, url.startsWith("https:"));
    return response;
  };
  const visitor = () => new Visitor(url, async (path, request) => send(fetchFrom, path, request));
  return {
    url,
    db,
    log: () => lines.join(""),
    openStreams: hub.listening,
    handle: app.fetch,
    fetch: (path, init = {}) => fetchFrom("127.0.0.1", path, init),
    visitor,
    account: async () => {
      personCount += 1;
      const email = `holt${personCount}@example.com`;
      const person = { name: "Mira Holt", email, password: "correct horse battery" };
      const client = visitor();
      const form = { ...person, confirmPassword: person.password, terms: "on" };
      const response = await client.post("/register", form);
      if (response.status !== 302)
        throw new Error(`not registered: ${response.text.slice(0, 2000)}`);
      return { visitor: client, ...person };
    },
    mailsTo: async (address) =>
      (await db.select().from(mails).orderBy(desc(mails.createdAt)))
        .filter(({ to }) => to === address)
        .map(({ message }) => message),
    linkTo: async (address, template) => {
      const link = await linkTo(db, address, template);
      if (!link) throw new Error(`no ${template} to ${address}`);
      return `${link.pathname}${link.search}`;
    },
  };
}

/** The cookies of docs/security.md. */
const documentedCookies = [
  ...readFileSync(new URL("../../docs/security.md", import.meta.url), "utf8").matchAll(
    /^- `(satchel[\w.]+)`: /gm,
  ),
].map(([, name]) => name);

/** Expects what holds for every cookie that the shop sets, in each response of every test. */
function expectSafeCookie(cookie: string, secure: boolean): void {
  const [pair = "", ...attributes] = cookie.split("; ");
  const [name = ""] = pair.split("=");
  const prefix = secure ? "__Host-" : "";
  expect(name.startsWith(prefix), cookie).toBe(true);
  // Better Auth also ends cookies that it did not set.
  if (!/; max-age=0(;|$)/i.test(cookie))
    expect(documentedCookies, "docs/security.md").toContain(name.slice(prefix.length));
  const lasting = /^(max-age|expires)=/;
  const protecting = attributes.map((one) => one.toLowerCase()).filter((one) => !lasting.test(one));
  expect(protecting.toSorted(), cookie).toEqual([
    "httponly",
    "path=/",
    "samesite=lax",
    ...(secure ? ["secure"] : []),
  ]);
}

const CLIENT = { clientId: "client", clientSecret: "secret" };

/** Loads the build by Node, which has one copy of each module. */
export async function built() {
  const path = new URL("../../build/server/index.js", import.meta.url).href;
  return (await import(/* @vite-ignore */ path)) as typeof import("../../server/production.ts");
}

/** What the screens use of the background jobs. */
function idleWork() {
  const key = parseAccountKey(merchantXpub(), "regtest");
  if (!key.ok) throw new Error(key.error);
  return {
    prices: {
      current: (now: Date) => ({ ...roundRate, at: now }),
      sources: () => [],
      stop: async () => undefined,
    },
    currencies: {
      shown: (currency: Currency) => (currency === "EUR" ? { currency, perDollar: 0.92 } : null),
      stop: async () => undefined,
    },
    watcher: {
      chainUp: () => true,
      chainHosts: () => [],
      lastResponse: () => new Date(),
      stop: async () => undefined,
    },
    transactionOf: async () => null,
    addresses: { kind: "xpub" as const, key: key.value },
    lightning: null,
    policy: policyOf(defaultSettings, "xpub"),
    intervals: { watchedSeconds: 1, openSeconds: 1 },
    providers: [],
    webhookTargets: { allowPrivate: true, httpsOnly: false, reachesNobody: false },
  };
}

/** As the HTTP server makes it: the constructor refuses TRACE. */
function requestOf(url: string, init: RequestInit): Request {
  if (init.method !== "TRACE") return new Request(url, init);
  return Object.defineProperty(new Request(url, { ...init, method: "GET" }), "method", {
    value: "TRACE",
  });
}

/** The part of Node's request and response that the app reads. */
function bindingsFrom(address: string): HttpBindings {
  const socket = { remoteAddress: address, remotePort: 50_000, remoteFamily: "IPv4" };
  const outgoing = { destroyed: false, writableLength: 0, destroy: () => undefined };
  return { incoming: { socket }, outgoing } as unknown as HttpBindings;
}

let personCount = 0;
let requestCount = 0;

async function send(
  fetchFrom: (address: string, path: string, init: RequestInit) => Promise<Response>,
  path: string,
  { method = "GET", headers, body }: RequestOptions,
): Promise<HttpResponse> {
  requestCount += 1;
  const address = `127.${1 + (requestCount % 200)}.${Math.floor(requestCount / 200) % 250}.9`;
  const isChunked = headers && "transfer-encoding" in headers;
  const response = await fetchFrom(address, path, {
    method,
    headers: {
      ...headers,
      ...(body !== undefined &&
        !isChunked && { "content-length": String(Buffer.byteLength(body)) }),
    },
    ...(body !== undefined && {
      body: isChunked ? (Readable.toWeb(Readable.from([body])) as ReadableStream) : body,
      duplex: "half",
    }),
  });
  const cookies = response.headers.getSetCookie();
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream");
  if (isStream) await response.body?.cancel();
  return {
    status: response.status,
    headers: {
      ...Object.fromEntries(response.headers),
      ...(cookies.length > 0 ? { "set-cookie": cookies } : {}),
    },
    text: isStream ? "" : await response.text(),
  };
}
