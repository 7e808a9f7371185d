import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { test as base } from "@playwright/test";
import { type Db, openDatabase } from "#db/client.server.ts";
import { freePort } from "../../scripts/lib/postgres.mjs";
import { projectNode, rootDir } from "../../scripts/lib/prepare.mjs";
import { startFlags } from "../../scripts/lib/start-settings.mjs";
import type { PaymentAction } from "../../sandbox/hosted-payments/actions.ts";
import type { PaymentSession } from "../../sandbox/hosted-payments/session.ts";
import { folderForDatabases } from "../temp-folder.ts";
import { createDatabase } from "./server-database.ts";

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

/** A shop as its owner runs it: the built server in a process of its own, with the sandbox around it. */
export class Shop {
  readonly url: string;
  readonly #env: Record<string, string>;
  #process: ChildProcess | null = null;
  #log = "";

  constructor(url: string, env: Record<string, string>) {
    this.url = url;
    this.#env = env;
  }

  /** What the shop and its sandbox said on standard error. */
  get log(): string {
    return this.#log;
  }

  /** Where the shop and its sandbox keep what they have to remember. */
  get dataDir(): string {
    return this.#env.DATA_DIR ?? "";
  }

  /** The database of a server; null for the embedded one. */
  get databaseUrl(): string | null {
    return this.#env.DATABASE_URL ?? null;
  }

  /** The process that runs now. */
  get pid(): number {
    const { pid } = this.#process ?? {};
    if (pid === undefined) throw new Error("the shop does not run");
    return pid;
  }

  /** Starts the server and waits until it says that it is open. */
  async start(): Promise<void> {
    const child = spawn(projectNode, [...startFlags(), join(rootDir, "build/server/index.js")], {
      env: {
        ...process.env,
        NODE_ENV: "production",
        NODE_COMPILE_CACHE: join(rootDir, "build/compiled"),
        LOG_LEVEL: "error",
        ...this.#env,
      },
      // The channel has the shop end with this process, even if that is killed.
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    child.stderr?.on("data", (chunk) => {
      this.#log += String(chunk);
      process.stderr.write(chunk as Buffer);
    });
    this.#process = child;
    await new Promise<void>((resolve, reject) => {
      child.once("exit", (code) => reject(new Error(`the shop ended with ${code} while starting`)));
      child.stdout?.on("data", (chunk) => {
        if (String(chunk).includes("is open at")) resolve();
      });
    });
  }

  /** kill -9, or with SIGTERM the orderly end; resolves when the process is gone. */
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

  /** Stops the shop, does something to its database that no screen does, and starts it again. */
  async whileClosed(work: (db: Db) => Promise<void>): Promise<void> {
    await this.end("SIGTERM");
    const { DATABASE_URL: url = null, DATA_DIR: dataDir = "" } = this.#env;
    const { db, close } = await openDatabase({ url, dataDir });
    await work(db);
    await close();
    await this.start();
  }

  /** Pays from the sandbox's wallet; mines `confirm` blocks on top. */
  async pay(payment: { address: string; sats: number; confirm?: number }): Promise<string> {
    const { txid } = await this.#ask<{ txid: string }>("POST", "/sandbox/wallet/payments", payment);
    return txid;
  }

  async mine(count = 1): Promise<void> {
    await this.#ask("POST", "/sandbox/chain/blocks", { count });
  }

  async setPrice(price: { usd: number } | { down: true }): Promise<void> {
    await this.#ask("PUT", "/sandbox/price", price);
  }

  async setFaults(faults: Record<string, unknown>): Promise<void> {
    await this.#ask("PUT", "/sandbox/faults", faults);
  }

  /** What is or was to be paid at Stripe's and PayPal's stand-ins, newest first. */
  async paymentSessions(): Promise<PaymentSession[]> {
    return this.#ask("GET", "/sandbox/hosted-payments/payments");
  }

  /** Does what a buyer, their bank or the service would do; `id` is the page's, or its payment's. */
  async doToBill(id: string, act: PaymentAction): Promise<PaymentSession> {
    return this.#ask("POST", `/sandbox/hosted-payments/payments/${id}`, act);
  }

  /** Keeps back what the services tell the shop, or lets it go: as it was sent, or the newest first. */
  async holdMessages(hold: { held: true } | { held: false; order?: "reverse" }): Promise<void> {
    await this.#ask("PUT", "/sandbox/hosted-payments/messages", hold);
  }

  /** The services tell the shop the newest things once more. */
  async repeatMessages(count: number): Promise<void> {
    await this.#ask("POST", "/sandbox/hosted-payments/messages/again", { count });
  }

  /** Every mail that was sent to anybody, newest first. */
  async mails(): Promise<Mail[]> {
    return this.#ask("GET", "/sandbox/mail/messages");
  }

  async mailsTo(address: string): Promise<Mail[]> {
    return (await this.mails()).filter((mail) => mail.to.includes(address));
  }

  /** What the mails to this address are about, in the order of the alphabet. */
  async subjectsTo(address: string): Promise<string[]> {
    return (await this.mailsTo(address)).map(({ subject }) => subject).toSorted();
  }

  async #ask<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
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

/** Opens a shop with an empty database of the kind; `close` leaves nothing behind. */
export async function openShop(
  kind: ShopOptions["database"],
  env: Record<string, string> = {},
): Promise<{ shop: Shop; close: () => Promise<void> }> {
  const port = await freePort();
  const dataDir = folderForDatabases();
  const database = kind === "postgresql" ? await createDatabase() : null;
  const { E2E_FIRST_DATA: firstData } = process.env;
  if (!database && firstData) cpSync(firstData, dataDir, { recursive: true });
  const shop = new Shop(`http://127.0.0.1:${port}`, {
    PORT: String(port),
    DATA_DIR: dataDir,
    // Most journeys are about Bitcoin; those about other ways to pay switch it on.
    SANDBOX_TILL: "off",
    ...(database && { DATABASE_URL: database.url }),
    ...env,
  });
  await shop.start();
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
  /** A shop for this test alone, configured by the environment given; closed after the test. */
  ownShop: (env?: Record<string, string>) => Promise<Shop>;
}

/** Playwright's test with a shop that the tests of one worker share. */
export const test = base.extend<TestFixtures, ShopOptions & { shop: Shop }>({
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
  shop: [
    async ({ database }, use) => {
      const { shop, close } = await openShop(database);
      await use(shop);
      await close();
    },
    { scope: "worker", timeout: 60_000 },
  ],
});

export { expect } from "@playwright/test";
