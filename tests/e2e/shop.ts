import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { test as base } from "@playwright/test";
import type { Db } from "#db/client.server.ts";
import { freePort } from "../../scripts/lib/postgres.mjs";
import { projectNode, rootDir } from "../../scripts/lib/prepare.mjs";
import { startFlags } from "../../scripts/lib/start-settings.mjs";
import type { PaymentAction } from "../../sandbox/hosted-payments/actions.ts";
import type { PaymentSession } from "../../sandbox/hosted-payments/session.ts";
import { folderForDatabases } from "../temp-folder.ts";
import { createDatabase, onServer } from "./server-database.ts";

export interface ShopOptions {
  database: "embedded" | "postgresql";
}

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  headers: { name: string; value: string }[];
  date: string;
}

/** The bearer token of the metrics. */
const METRICS_TOKEN = "metrics-token-of-the-tests";

/** The built server in a process of its own, with its sandbox. */
export class Shop {
  readonly url: string;
  readonly #env: Record<string, string>;
  #process: ChildProcess | null = null;
  #log = "";

  constructor(url: string, env: Record<string, string>) {
    this.url = url;
    this.#env = env;
  }

  /** The standard error of the shop and its sandbox. */
  get log(): string {
    return this.#log;
  }

  /** The data folder of the shop and its sandbox. */
  get dataDir(): string {
    return this.#env.DATA_DIR ?? "";
  }

  /** The URL of the PostgreSQL database; null for the embedded one. */
  get databaseUrl(): string | null {
    return this.#env.DATABASE_URL ?? null;
  }

  /** The id of the running process. */
  get pid(): number {
    const { pid } = this.#process ?? {};
    if (pid === undefined) throw new Error("the shop does not run");
    return pid;
  }

  /** Starts the server, and waits until it is open. */
  async start(): Promise<void> {
    const child = spawn(projectNode, [...startFlags(), join(rootDir, "build/server/index.js")], {
      env: {
        ...process.env,
        NODE_ENV: "production",
        NODE_COMPILE_CACHE: join(rootDir, "build/compiled"),
        LOG_LEVEL: "error",
        ...this.#env,
      },
      // With an IPC channel the shop exits when this process does, even if that is killed.
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    child.stderr?.on("data", (chunk) => {
      this.#log += String(chunk);
      const shown = String(chunk).replaceAll(/^\S+ info .*\n/gm, "");
      if (shown) process.stderr.write(shown);
    });
    this.#process = child;
    await new Promise<void>((resolve, reject) => {
      child.once("exit", (code) => reject(new Error(`the shop ended with ${code} while starting`)));
      child.stdout?.on("data", (chunk) => {
        if (String(chunk).includes("is open at")) resolve();
      });
    });
  }

  /** Waits until this line is in the log since the first start. */
  async logged(line: string): Promise<void> {
    while (!this.#log.includes(line)) {
      const { stderr } = this.#process ?? {};
      if (!stderr?.readable) throw new Error(`the shop ended before it logged "${line}"`);
      await new Promise((resolve) => stderr.once("data", resolve));
    }
  }

  /** Kills the server, or stops it with SIGTERM; resolves when the process has exited. */
  async end(signal: "SIGKILL" | "SIGTERM"): Promise<void> {
    const child = this.#process;
    if (!child || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill(signal);
    await ended;
  }

  async killAndStart(): Promise<void> {
    await this.end("SIGKILL");
    await this.start();
  }

  /** Stops the shop, changes its database directly, and starts it again by default. */
  async whileStopped(
    work: (db: Db) => Promise<void>,
    { startAgain } = { startAgain: true },
  ): Promise<void> {
    await this.end("SIGTERM");
    const { DATABASE_URL: url = null, DATA_DIR: dataDir = "" } = this.#env;
    // Most workers never need it, and it takes half of their start.
    const { openDatabase } = await import("#db/client.server.ts");
    const { db, close } = await openDatabase({ url, dataDir });
    await work(db);
    await close();
    if (startAgain) await this.start();
  }

  /** Pays from the sandbox's wallet; mines `confirm` blocks on top. */
  async pay(payment: { address: string; sats: number; confirm?: number }): Promise<string> {
    const { address, sats, confirm } = payment;
    const { txid } = await this.#request<{ txid: string }>("POST", "/sandbox/wallet/payments", {
      address,
      sats,
      confirm,
    });
    return txid;
  }

  /** Pays a Lightning invoice from the sandbox's wallet. */
  async payInvoice(invoice: string): Promise<void> {
    await this.#request("POST", "/sandbox/lightning/pay", { invoice });
  }

  /** Returns the invoices of the sandbox's Lightning node, and the unpaid ones among them. */
  async invoices(): Promise<{ hash: string; bolt11: string; status: string }[]> {
    return this.#request("GET", "/sandbox/lightning/invoices");
  }

  async mine(count = 1): Promise<void> {
    await this.#request("POST", "/sandbox/chain/blocks", { count });
  }

  async setPrice(price: { usd: number } | { down: true }): Promise<void> {
    await this.#request("PUT", "/sandbox/price", price);
  }

  async setFaults(faults: Record<string, unknown>): Promise<void> {
    await this.#request("PUT", "/sandbox/faults", faults);
  }

  /** Has the sandbox's delivery adapter check signatures with this secret. */
  async setDeliverySecret(secret: string): Promise<void> {
    const body = JSON.stringify({ secret });
    await fetch(`${this.url}/sandbox/delivery/secret`, { method: "PUT", body });
  }

  /** Returns the payment sessions at the stand-ins for Stripe and PayPal, newest first. */
  async paymentSessions(): Promise<PaymentSession[]> {
    return this.#request("GET", "/sandbox/hosted-payments/payments");
  }

  /** Applies an action of a buyer, their bank or the provider; `id` is that of the session or its payment. */
  async applyPaymentAction(id: string, act: PaymentAction): Promise<PaymentSession> {
    return this.#request("POST", `/sandbox/hosted-payments/payments/${id}`, act);
  }

  /** Holds the providers' webhooks back, or releases them in their order or in reverse. */
  async holdWebhooks(hold: { held: true } | { held: false; order?: "reverse" }): Promise<void> {
    await this.#request("PUT", "/sandbox/hosted-payments/messages", hold);
  }

  /** Has the providers resend their newest webhooks. */
  async resendWebhooks(count: number): Promise<void> {
    await this.#request("POST", "/sandbox/hosted-payments/messages/again", { count });
  }

  /** Returns all sent mails, newest first. */
  async mails(): Promise<Mail[]> {
    return this.#request("GET", "/sandbox/mail/messages");
  }

  async mailsTo(address: string): Promise<Mail[]> {
    return (await this.mails()).filter((mail) => mail.to.includes(address));
  }

  /** Returns the subjects of the mails to this address, sorted. */
  async subjectsTo(address: string): Promise<string[]> {
    return (await this.mailsTo(address)).map(({ subject }) => subject).toSorted();
  }

  /** Returns the number of open event streams of the server. */
  async openStreams(): Promise<number> {
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
    const text = await (await fetch(`${this.url}/metrics`, { headers })).text();
    return Number(/^satchel_live_streams (\d+)$/m.exec(text)?.[1]);
  }

  async #request<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    const response = await fetch(`${this.url}${path}`, {
      method,
      ...(body !== undefined && {
        body: JSON.stringify(body),
        headers: { "content-type": "application/json" },
      }),
    });
    if (!response.ok)
      throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Answer;
  }
}

/** How many unpaid checkouts get an address of their own. Every start looks for as many unused addresses. */
export const GAP_LIMIT = { own: 100, shared: 1000 };

/** The statement that sets the gap limit in the shop's settings. */
export function gapLimitStatement(value: number): string {
  return `insert into settings (name, value) values ('gapLimit', '${value}')
    on conflict (name) do update set value = excluded.value`;
}

/** Opens a shop with an empty database; `close` deletes its data. */
export async function openShop(
  kind: ShopOptions["database"],
  env: Record<string, string> = {},
  gapLimit = GAP_LIMIT.own,
): Promise<{ shop: Shop; close: () => Promise<void> }> {
  const port = await freePort();
  const dataDir = folderForDatabases();
  const hasLightning = env.SANDBOX_LIGHTNING === "on";
  const { E2E_FIRST_DATA: firstData, E2E_TEMPLATE: template } = process.env;
  const database = kind === "postgresql" ? await createDatabase(template) : null;
  // With a database on the server, only the funded chain of the sandbox.
  const copied = database ? "sandbox" : "";
  if (firstData) cpSync(join(firstData, copied), join(dataDir, copied), { recursive: true });
  const shop = new Shop(`http://127.0.0.1:${port}`, {
    PORT: String(port),
    DATA_DIR: dataDir,
    METRICS_TOKEN,
    // Tests name a visitor's address by X-Forwarded-For.
    TRUSTED_PROXIES: "127.0.0.0/8",
    // Most tests pay with Bitcoin; those of other methods switch the stand-ins on.
    SANDBOX_PROVIDERS: "off",
    SANDBOX_LIGHTNING: "off",
    // Half a second of processor time for each real one.
    SANDBOX_HASHES: "cheap",
    // At this level the log says when the node answers.
    ...(hasLightning && { LOG_LEVEL: "info" }),
    ...(database && { DATABASE_URL: database.url }),
    ...(env.SATCHEL_MODE === "live" && { APP_URL: `http://127.0.0.1:${port}` }),
    ...env,
  });
  await shop.start();
  // Before that, checkout offers only the chain.
  if (hasLightning) await shop.logged("the Lightning node answers");
  if (database) {
    await onServer(database.url, gapLimitStatement(gapLimit));
  } else if (gapLimit !== GAP_LIMIT.own) {
    await shop.whileStopped(async (db) => void (await db.execute(gapLimitStatement(gapLimit))));
  }
  return {
    shop,
    close: async () => {
      await shop.end("SIGTERM");
      await database?.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

interface TestFixtures {
  /** Opens a shop for this test alone with this environment; closed after the test. */
  ownShop: (env?: Record<string, string>) => Promise<Shop>;
}

/** Playwright's test with a shop that is shared by the tests of one worker. */
export const test = base.extend<
  TestFixtures,
  ShopOptions & { shop: Shop; shopEnv: Record<string, string> }
>({
  ownShop: async ({ database }, use) => {
    const opened: (() => Promise<void>)[] = [];
    await use(async (env) => {
      const { shop, close } = await openShop(database, env);
      opened.push(close);
      return shop;
    });
    for (const close of opened) await close();
  },
  baseURL: ({ shop }, use) => use(shop.url),
  database: ["embedded", { option: true, scope: "worker" }],
  /** The environment of the shared shop. */
  shopEnv: [{}, { option: true, scope: "worker" }],
  shop: [
    async ({ database, shopEnv }, use) => {
      const { shop, close } = await openShop(database, shopEnv, GAP_LIMIT.shared);
      await use(shop);
      await close();
    },
    { scope: "worker", timeout: 180_000 },
  ],
});

export { expect } from "@playwright/test";
