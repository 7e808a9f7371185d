import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { mails } from "./tables.ts";
import { settings } from "../settings/tables.ts";
import { confirmOrder } from "../checkout/confirm-order.server.ts";
import { isTrackingKey } from "../orders/order-access.server.ts";
import { defaultPaymentPolicy as policy } from "#shop/payments/model/payment.ts";
import { recordOutputs } from "../payments/outputs.server.ts";
import { describeWhereDatabasesDiffer } from "../../tests/db.ts";
import { openCuttableProxy } from "../../tests/cuttable-proxy.ts";
import { completeMails } from "../../tests/complete-mails.ts";
import { collectLines } from "../../tests/log.ts";
import {
  anyAddress,
  checkoutAtPayment,
  eventually,
  onlyBitcoin,
  seenOutput,
  someMail,
  startTestSandbox,
  type TestSandbox,
} from "../../tests/make.ts";
import { startMailer } from "./mails.jobs.server.ts";
import { claimMail, enqueueMail } from "./mails.server.ts";

interface Received {
  to: string;
  from: string;
  subject: string;
  text: string;
  html: string;
  headers: { name: string; value: string }[];
}

const appUrl = "https://shop.example";

describeWhereDatabasesDiffer("the mailer", (openFresh) => {
  let database: Database;
  let db: Db;
  let world: TestSandbox;
  beforeAll(async () => {
    [database, world] = await Promise.all([openFresh(), startTestSandbox()]);
    ({ db } = database);
  });
  afterAll(() => Promise.all([database.close(), world.close()]));

  const running: { stop: () => Promise<void> }[] = [];
  let lines: string[] = [];
  beforeEach(async () => {
    lines = [];
    await db.delete(mails);
    await world.send("DELETE", "/sandbox/mail/messages");
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map(({ stop }) => stop()));
    await world.setFaults({ smtp: null });
  });

  const start = (smtpUrl = world.smtpUrl) => {
    const mailer = startMailer(db, {
      smtpUrl,
      from: "The shop <shop@shop.example>",
      appUrl,
      complete: completeMails(db, { appUrl }),
      deliveryTexts: async () => null,
      log: collectLines(lines),
    });
    running.push(mailer);
    return mailer;
  };
  const enqueue = (key: string, now = new Date()) => enqueueMail(db, { ...someMail(key), now });
  const inbox = () => world.get<Received[]>("/sandbox/mail/messages");
  const only = async (): Promise<Received> => {
    await eventually(inbox).toHaveLength(1);
    const [mail] = await inbox();
    if (!mail) throw new Error("the mailbox is empty");
    return mail;
  };
  const rowOf = async (key: string) => (await db.select().from(mails).where(eq(mails.key, key)))[0];
  const idOf = (mail: Received) =>
    mail.headers.find(({ name }) => name.toLowerCase() === "message-id")?.value;

  test("sends the order, the amount due and the tracking link", async () => {
    const { checkout, visitorHash, address } = await checkoutAtPayment(db, { now: new Date() });
    const placed = await confirmOrder(db, {
      offers: onlyBitcoin,
      visitorHash,
      checkoutId: checkout.id,
      policy,
      now: new Date(),
    });
    if (!placed.ok) throw new Error(placed.error);
    const { id } = placed.value;
    start();
    const mail = await only();
    expect(mail).toMatchObject({
      to: "mira@example.com",
      from: "The shop <shop@shop.example>",
      subject: `Satchel: order ${id} is placed`,
    });
    // React separates adjacent texts with comments.
    for (const part of [mail.text, mail.html.replaceAll("<!-- -->", "")]) {
      expect(part).toContain(id);
      expect(part).toContain("350 coins");
      expect(part).toContain("$14.99");
      expect(part).toContain("0.00014990 BTC");
      expect(part).toContain(address);
      expect(part).toContain("support@satchel.example");
    }
    expect(mail.text).toContain("@mira.holt");
    expect(mail.text).not.toMatch(/<\w+[ >]/);

    const link = /href="([^"]*\/track-order[^"]*)"/.exec(mail.html)?.[1]?.replaceAll("&amp;", "&");
    expect(mail.text).toContain(link);
    const url = new URL(link ?? "");
    expect(url.origin).toBe(appUrl);
    expect(url.searchParams.get("orderId")).toBe(id);
    expect(await isTrackingKey(db, id, url.searchParams.get("key") ?? "")).toBe(true);
    await eventually(async () => (await rowOf(`order-placed:${id}`))?.sentAt).toEqual(
      expect.any(Date),
    );
  });

  test("requests no payment that was already received", async () => {
    const { address, sats } = await checkoutAtPayment(db, { now: new Date() });
    const seen = [seenOutput(sats, { height: 1, time: new Date() })];
    await recordOutputs(db, {
      address,
      complete: true,
      rateCents: null,
      outputs: seen,
      policy,
      now: new Date(),
    });
    start();
    const mail = await only();
    expect(mail.subject).toContain("is placed");
    for (const part of [mail.text, mail.html]) {
      expect(part).toContain("Your payment is confirmed");
      expect(part).not.toContain("Still to pay");
      expect(part).not.toContain(address);
    }
  });

  test("escapes text of the buyer", async () => {
    const typed = `<img src=x onerror="alert(1)">&amp;'`;
    await enqueueMail(db, { ...someMail("order-placed:A", typed), now: new Date() });
    start();
    const mail = await only();
    expect(mail.html).not.toContain("<img");
    expect(mail.html).toContain("&lt;img");
    expect(mail.text).toContain(`@${typed}`);
  });

  test("signs with the configured shop name and support address", async () => {
    await db.insert(settings).values([
      { name: "shopName", value: "Münzen & Co" },
      { name: "supportEmail", value: "help@coins.example" },
    ]);
    await enqueue("order-placed:A");
    start();
    const mail = await only();
    expect(mail.subject).toMatch(/^Münzen & Co: order /);
    expect(mail.text).toContain("help@coins.example");
    expect(mail.text).toContain("Münzen & Co");
    await db.delete(settings);
  });

  test("drops a mail that nobody gets", async () => {
    const [key, to, now] = ["reset-password:A", "nobody@example.com", new Date()];
    await enqueueMail(db, {
      key,
      to: anyAddress(to),
      message: { template: "reset-password" },
      now,
    });
    await enqueue("order-placed:A", new Date(now.getTime() + 1));
    start();
    await only();
    await eventually(async () => (await db.select().from(mails)).map((mail) => mail.key)).toEqual([
      "order-placed:A",
    ]);
    expect(lines).toEqual([]);
  });

  test("concurrent mailers send each mail once", async () => {
    for (let i = 0; i < 12; i += 1) await enqueue(`order-placed:${i}`);
    start();
    start();
    start();
    await eventually(async () => (await db.select().from(mails)).every((mail) => mail.sentAt)).toBe(
      true,
    );
    const received = await inbox();
    expect(received).toHaveLength(12);
    expect(new Set(received.map(idOf)).size).toBe(12);
    expect((await db.select().from(mails)).map(({ attempts }) => attempts)).toEqual(
      Array<number>(12).fill(1),
    );
    expect(lines).toEqual([]);
  });

  test("stores the reason of a refused mail, and sends it when the server is back", async () => {
    await world.setFaults({ smtp: "refuse" });
    await enqueue("order-placed:A");
    start();
    await eventually(() => rowOf("order-placed:A")).toMatchObject({
      attempts: 1,
      sentAt: null,
      lastError: expect.stringContaining("421"),
    });
    expect(lines).toEqual([expect.stringMatching(/^mail order-placed:A: .*421/)]);
    const waits = Number((await rowOf("order-placed:A"))?.nextAttemptAt) - Date.now();
    expect(waits).toBeGreaterThan(0);
    expect(waits).toBeLessThanOrEqual(6_000);

    await world.setFaults({ smtp: null });
    // Retries after five seconds.
    await db.update(mails).set({ nextAttemptAt: new Date() });
    const mail = await only();
    await eventually(() => rowOf("order-placed:A")).toMatchObject({
      attempts: 2,
      sentAt: expect.any(Date),
      lastError: null,
    });
    expect(idOf(mail)).toBe("<order-placed.A@shop.example>");
  });

  test("a refused recipient ends the attempts at once; a refusal of the sender or the shop does not", async () => {
    start();
    for (const smtp of ["no-sender", "no-relay"]) {
      await world.setFaults({ smtp });
      await enqueue(`order-placed:${smtp}`);
      await eventually(() => rowOf(`order-placed:${smtp}`)).toMatchObject({
        lastError: expect.stringContaining("550 5.7.1"),
        failedAt: null,
        refused: false,
      });
    }
    await world.setFaults({ smtp: "no-mailbox" });
    await enqueue("order-placed:B");
    await eventually(() => rowOf("order-placed:B")).toMatchObject({
      lastError: expect.stringContaining("550 5.1.1"),
      failedAt: expect.any(Date),
      refused: true,
    });
  });

  test("sends mails whose instance died while sending", async () => {
    const minuteAgo = new Date(Date.now() - 61_000);
    await enqueue("order-placed:A", minuteAgo);
    expect(await claimMail(db, minuteAgo)).toMatchObject({ key: "order-placed:A" });
    start();
    await only();
    await eventually(() => rowOf("order-placed:A")).toMatchObject({
      attempts: 2,
      sentAt: expect.any(Date),
    });
  });

  test("reuses one connection, and replaces it if the mail server closes it", async () => {
    const { port } = new URL(world.smtpUrl);
    const proxy = await openCuttableProxy({ host: "127.0.0.1", port: Number(port) });
    for (let i = 0; i < 5; i += 1) await enqueue(`order-placed:${i}`);
    start(`smtp://127.0.0.1:${proxy.port}`);
    await eventually(inbox).toHaveLength(5);
    expect(proxy.connectionCount()).toBe(1);

    await proxy.cut();
    await proxy.restore();
    await enqueue("order-placed:5");
    await eventually(inbox).toHaveLength(6);
    expect(proxy.connectionCount()).toBe(2);
    await eventually(() => rowOf("order-placed:5")).toMatchObject({ attempts: 1 });
    expect(lines).toEqual([]);
    await proxy.cut();
  });

  test("stops; later mails wait for the next start", async () => {
    await enqueue("order-placed:A");
    const first = start();
    await only();
    await first.stop();
    await enqueue("order-placed:B");
    start();
    await eventually(inbox).toHaveLength(2);
    await eventually(() => rowOf("order-placed:B")).toMatchObject({ attempts: 1 });
  });
});
