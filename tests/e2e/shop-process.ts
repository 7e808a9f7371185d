import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import type { Db } from "#db/client.server.ts";
import { projectNode, rootDir } from "../../scripts/lib/prepare.mjs";
import { startFlags } from "../../scripts/lib/start-settings.mjs";
import type { PaymentAction } from "../../sandbox/hosted-payments/actions.ts";
import type { PaymentSession } from "../../sandbox/hosted-payments/session.ts";

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  headers: { name: string; value: string }[];
  date: string;
}

/** The bearer token of the metrics. */
export const METRICS_TOKEN = "metrics-token-of-the-tests";

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
        // Playwright sets it for its workers; beside NO_COLOR Node would warn in the log.
        FORCE_COLOR: undefined,
        ...this.#env,
      },
      // With an IPC channel the shop exits when this process does, even if that is killed.
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    child.stderr?.on("data", (chunk) => {
      this.#log += String(chunk);
      const shown = String(chunk).replaceAll(/^(\S+ info |\{"level":"info",).*\n/gm, "");
      if (shown) process.stderr.write(shown);
    });
    this.#process = child;
    await new Promise<void>((resolve, reject) => {
      child.once("exit", (code) => reject(new Error(`the shop ended with ${code} while starting`)));
      child.stderr?.on("data", (chunk) => {
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
    const { openDatabase } = await import("#db/open-database.server.ts");
    const { db, close } = await openDatabase({ url, dataDir });
    await work(db);
    await close();
    if (startAgain) await this.start();
  }

  /** Changes the database directly: an embedded one while the shop is stopped. */
  async changeDatabase(work: (db: Db) => Promise<void>): Promise<void> {
    if (this.databaseUrl === null) return this.whileStopped(work);
    const { openDatabase } = await import("#db/open-database.server.ts");
    const { db, close } = await openDatabase({ url: this.databaseUrl, dataDir: this.dataDir });
    await work(db);
    await close();
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

  /** Returns the value of a metric, named with its labels. */
  async metric(sample: string): Promise<number> {
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
    const text = await (await fetch(`${this.url}/metrics`, { headers })).text();
    const line = text.split("\n").find((found) => found.startsWith(`${sample} `));
    return Number(line?.split(" ").at(-1));
  }

  /** Returns the number of open event streams of the server. */
  openStreams(): Promise<number> {
    return this.metric("satchel_live_streams");
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
