import { spawn } from "node:child_process";
import { once } from "node:events";
import { eq, sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import type { Database } from "#db/client.server.ts";
import { watchHolders } from "#db/holders.server.ts";
import { openDatabase } from "#db/open-database.server.ts";
import { completeMails } from "../../tests/complete-mails.ts";
import { createMigratedOnServer } from "../../tests/create-on-server.ts";
import { openCuttableProxy } from "../../tests/cuttable-proxy.ts";
import { openFromPool } from "../../tests/embedded-pool.ts";
import { collectLines } from "../../tests/log.ts";
import { eventually, someMail, startServer, startTestSandbox } from "../../tests/make.ts";
import { insertOrder } from "../loyalty/test-orders.ts";
import { startMailer } from "../mail/mails.jobs.server.ts";
import { claimMail, enqueueMail } from "../mail/mails.server.ts";
import { mails } from "../mail/tables.ts";
import { addEvent } from "../orders/orders.server.ts";
import { webhookDeliveries } from "../webhooks/tables.ts";
import { insertEndpoint } from "../webhooks/test-webhooks.ts";
import { startWebhooks } from "../webhooks/webhooks.jobs.server.ts";
import { releaseLostClaims } from "./lost-claims.server.ts";

// What is claimed here would be due by itself a minute later, longer than a test waits.

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function openSandbox() {
  const sandbox = await startTestSandbox();
  closing.push(sandbox.close);
  return { ...sandbox, inbox: () => sandbox.get<unknown[]>("/sandbox/mail/messages") };
}

/** Starts what a process does about claims that are lost; returns how often it did it, and how often it looked. */
async function watch(database: Database) {
  const counts = { looks: 0, releases: 0 };
  const connectedHolders = async () => {
    const holders = await database.connectedHolders();
    counts.looks += 1;
    return holders;
  };
  const watching = await watchHolders(
    { ...database, connectedHolders },
    {
      release: async (connected) => {
        await releaseLostClaims(database.db, connected, new Date());
        counts.releases += 1;
      },
      log: () => undefined,
    },
  );
  closing.push(watching.stop);
  return counts;
}

function startSending(
  { db, holder }: Database,
  smtpUrl: string,
  options: { claimed?: () => Promise<void>; lines?: string[] } = {},
) {
  const appUrl = "https://shop.example";
  const complete = completeMails(db, { appUrl });
  const mailer = startMailer(db, {
    smtpUrl,
    from: "shop@shop.example",
    appUrl,
    complete: async (mail, now) => {
      await options.claimed?.();
      return complete(mail, now);
    },
    deliveryTexts: async () => null,
    holder,
    log: collectLines(options.lines ?? []),
  });
  closing.push(mailer.stop);
}

const holderOf = async ({ db }: Database, key: string) => {
  const [mail] = await db.select().from(mails).where(eq(mails.key, key));
  return mail?.claimedBy;
};

test("the embedded database has no other process: what an earlier one had claimed is due at the start", async () => {
  const database = await openFromPool();
  closing.push(database.close);
  const { smtpUrl, inbox } = await openSandbox();
  await enqueueMail(database.db, { ...someMail("order-placed:A"), now: new Date() });
  expect(await claimMail(database.db, new Date(), { holder: 1 })).not.toBeNull();
  await watch(database);
  startSending(database, smtpUrl);
  await eventually(inbox).toHaveLength(1);
});

describe.skipIf(!inject("serverUrl"))("on a server", () => {
  let url: string;
  beforeEach(async () => {
    const made = await createMigratedOnServer();
    ({ url } = made);
    closing.push(made.drop);
  });
  async function open(at = url): Promise<Database> {
    const database = await openDatabase({ url: at, dataDir: "" });
    closing.push(database.close);
    return database;
  }

  test("a claim of a process that is killed is free at once, and not while it lives", async () => {
    const database = await open();
    const { smtpUrl, inbox } = await openSandbox();
    await enqueueMail(database.db, { ...someMail("order-placed:A"), now: new Date() });
    const module = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);
    const script = `
      import { openDatabase } from ${module("../../db/open-database.server.ts")};
      import { claimMail } from ${module("../mail/mails.server.ts")};
      const { db, holder, listen } = await openDatabase({ url: process.env.OTHER_URL, dataDir: "" });
      await listen("changes", () => undefined);
      await claimMail(db, new Date(), { holder });
      console.log(holder);
      setInterval(() => undefined, 1000);`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
      cwd: new URL("../..", import.meta.url),
      env: { ...process.env, OTHER_URL: url },
      stdio: ["ignore", "pipe", "inherit"],
    });
    closing.push(() => child.kill("SIGKILL"));
    const [printed] = (await once(child.stdout, "data")) as [Buffer];
    const holder = Number(String(printed));

    const counts = await watch(database);
    startSending(database, smtpUrl);
    await eventually(() => counts.releases).toBe(1);
    expect(await holderOf(database, "order-placed:A")).toBe(holder);
    expect(await inbox()).toEqual([]);

    child.kill("SIGKILL");
    await eventually(inbox).toHaveLength(1);
  });

  test("a process that loses its connections while it sends keeps its claims", async () => {
    const [database, other] = [await open(), await open()];
    await other.listen("changes", () => undefined);
    await enqueueMail(database.db, { ...someMail("order-placed:A"), now: new Date() });
    await claimMail(other.db, new Date(), { holder: other.holder });
    const counts = await watch(database);
    await eventually(() => counts.releases).toBe(1);
    await database.db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`);
    const since = counts.looks;
    await eventually(() => counts.looks).toBeGreaterThan(since + 8);
    expect(await holderOf(database, "order-placed:A")).toBe(other.holder);
  });

  async function openThroughProxy() {
    const { hostname, port } = new URL(url);
    const proxy = await openCuttableProxy({ host: hostname, port: Number(port) });
    closing.push(() => proxy.cut());
    const at = Object.assign(new URL(url), { port: String(proxy.port) }).href;
    return { proxy, cuttable: await open(at) };
  }

  test("a webhook that is sent while the connection is lost is recorded, not repeated", async () => {
    const direct = await open();
    const { proxy, cuttable } = await openThroughProxy();
    const received: string[] = [];
    const receiver = await startServer((request, response) => {
      received.push(String(request.headers["satchel-delivery"]));
      void proxy.cut().then(() => response.end());
    });
    closing.push(receiver.close);
    await insertOrder(direct.db, { id: "AAAAAAA", buyer: "mira", status: "pending" });
    await insertEndpoint(direct.db, { url: receiver.url });
    await addEvent(direct.db, "AAAAAAA", "placed", { by: "customer" }, new Date());
    const sending = startWebhooks(cuttable.db, {
      policy: { allowPrivate: true, httpsOnly: false },
      holder: cuttable.holder,
      log: () => undefined,
    });
    closing.push(sending.stop);
    await eventually(() => received).toHaveLength(1);
    await proxy.restore();
    const [sent] = received;
    await eventually(() => direct.db.select().from(webhookDeliveries)).toMatchObject([
      { id: sent, attempts: 1, deliveredAt: expect.any(Date) },
    ]);
    expect(received).toHaveLength(1);
  });

  test("a mail whose connection is lost before it is sent is sent once the database is back", async () => {
    const direct = await open();
    const { proxy, cuttable } = await openThroughProxy();
    const { smtpUrl, inbox } = await openSandbox();
    await enqueueMail(direct.db, { ...someMail("order-placed:A"), now: new Date() });
    const lines: string[] = [];
    let cuts = 0;
    startSending(cuttable, smtpUrl, {
      lines,
      claimed: async () => {
        if (cuts === 0) await proxy.cut();
        cuts += 1;
      },
    });
    await eventually(() => lines.join("\n")).toContain("mail outbox");
    expect(await holderOf(direct, "order-placed:A")).toBe(cuttable.holder);
    await proxy.restore();
    await eventually(inbox).toHaveLength(1);
    await eventually(() => holderOf(direct, "order-placed:A")).toBeNull();
  });
});
