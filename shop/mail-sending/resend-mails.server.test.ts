import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { DAY_MS } from "#lib/time.ts";
import { createMailLink, readMailLink } from "../accounts/mail-links.server.ts";
import { mailLinks, users } from "../accounts/tables.ts";
import { auditLog } from "../audit/tables.ts";
import { attempts } from "../limits/tables.ts";
import type { MailMessage } from "../mail/mail-message.ts";
import { claimMail, enqueueMail, markFailed, markSent } from "../mail/mails.server.ts";
import { mails } from "../mail/tables.ts";
import { orders } from "../orders/tables.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { anyAddress, placedOrder, someMail } from "../../tests/make.ts";
import { discardMails, resendMail, retryMails } from "./resend-mails.server.ts";

const start = new Date("2026-11-20T08:00:00Z");
const at = (hours: number) => new Date(start.getTime() + hours * 60 * 60_000);
const actor = { id: "robin", email: "robin@example.com", ip: null };
const appUrl = "https://shop.example";
const refused = (error: string) => ({ ok: false, error });
const done = { ok: true, value: undefined };

describeOnBothDatabases("sending mails again", (openFresh) => {
  let database: Database;
  let db: Db;
  let orderId: string;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
    const person = { name: "Somebody", emailVerified: true };
    await db.insert(users).values([
      { ...person, id: "robin", email: "robin@example.com", role: "admin", referralCode: "R" },
      { ...person, id: "mira", email: "mira@example.com", referralCode: "M" },
    ]);
    ({ orderId } = await placedOrder(db, { now: start }));
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await db.delete(mails);
    await db.delete(mailLinks);
    await db.delete(auditLog);
    await db.delete(attempts);
    await db.update(users).set({ blockedAt: null, emailVerified: true, credentialVersion: 0 });
    await db.update(orders).set({ status: "pending", paymentStatus: "pending", deletedAt: null });
  });

  const enqueue = (key: string, message: MailMessage = someMail(key).message, now = start) =>
    enqueueMail(db, { ...someMail(key), message: message as never, now });
  /** Makes an attempt to send the next mail fail. */
  const fail = async (now: Date) => {
    const mail = await claimMail(db, now);
    if (!mail) throw new Error("nothing to send");
    await markFailed(db, mail, "550 no such mailbox", now);
  };
  const send = async (now: Date) => {
    const mail = await claimMail(db, now);
    if (!mail) throw new Error("nothing to send");
    await markSent(db, mail, now);
  };
  const sent = async (key: string, message: MailMessage) => {
    await enqueue(key, message);
    await send(start);
  };
  const resend = (key: string, now = at(1)) => resendMail(db, { key, actor, appUrl, now });
  const read = async (key: string) => {
    const [mail] = await db.select().from(mails).where(eq(mails.key, key));
    if (!mail) throw new Error(`no mail ${key}`);
    return mail;
  };
  const about = <Message extends object>(message: Message) => ({
    orderId,
    coins: 350,
    tiktokUsername: "old.name",
    trackingKey: "old key",
    totalCents: 1499,
    ...message,
  });
  const placed = (payment: object | null, seen: object | null = null) =>
    about({ template: "order-placed", payment, seen }) as MailMessage;
  const quote = (expiresAt: Date) => ({
    address: "bc1q",
    sats: 14_990,
    expiresAt: expiresAt.toISOString(),
  });
  const block = () =>
    db.update(users).set({ blockedAt: start }).where(eq(users.email, "mira@example.com"));

  test("a sent mail goes out once more as another one, with a new link, and is audited", async () => {
    await sent("A", placed(null));
    const results = await Promise.all([resend("A"), resend("A")]);
    expect(results).toContainEqual(done);
    expect(results).toContainEqual(refused("on-its-way"));
    expect(await read("A")).toMatchObject({ sentAt: start });
    expect(await read("A:again")).toMatchObject({
      to: "mira@example.com",
      sentAt: null,
      message: {
        orderId,
        tiktokUsername: "mira.holt",
        trackingKey: expect.not.stringMatching("old"),
      },
    });
    expect(await resend("A:again")).toEqual(refused("on-its-way"));
    await send(at(1));
    expect(await resend("A:again")).toEqual(done);
    expect(await db.select().from(auditLog)).toMatchObject([
      { action: "mail.resent", actorEmail: "robin@example.com", subjectId: "A" },
      { action: "mail.resent", subjectId: "A:again" },
    ]);
  });

  test("a failed mail is tried for another day", async () => {
    await enqueue("A", { template: "test-mail" });
    await fail(at(24));
    expect(await resend("A", at(30))).toEqual(done);
    expect(await resend("A", at(30))).toEqual(refused("on-its-way"));
    await fail(at(30));
    expect(await read("A")).toMatchObject({ failedAt: null, attempts: 1 });
  });

  test("is refused for what customers cannot miss, and beyond five in an hour", async () => {
    await sent("alert", { template: "test-mail" });
    expect(await resend("alert")).toEqual(refused("not-found"));
    expect(await resend("none")).toEqual(refused("not-found"));
    let key = "A";
    await sent(key, placed(null));
    for (let n = 0; n < 5; n += 1) {
      expect(await resend(key)).toEqual(done);
      await send(at(1));
      key += ":again";
    }
    expect(await resend(key)).toEqual(refused("limited"));
    expect(await resend(key, at(2))).toEqual(done);
  });

  test("nothing is sent to a blocked account, nor about a deleted one or order", async () => {
    await sent("A", placed(null));
    await sent("reset", { template: "reset-password" });
    await block();
    expect(await resend("A")).toEqual(refused("blocked"));
    await db.update(users).set({ blockedAt: null });
    await db.update(orders).set({ deletedAt: start });
    expect(await resend("A")).toEqual(refused("no-order"));
    await db.update(mails).set({ to: "gone@example.com" }).where(eq(mails.key, "reset"));
    expect(await resend("reset")).toEqual(refused("no-account"));
    expect(await db.$count(mails)).toBe(2);
  });

  test("an order's mail is sent only while it is true", async () => {
    await sent("open", placed(quote(at(2))));
    await sent("paid", about({ template: "order-payment", status: "paid" }) as MailMessage);
    await sent("done", about({ template: "order-completed", reason: null }) as MailMessage);
    const rest = { template: "rest-to-pay", receivedSats: 1, payment: quote(at(2)) };
    await sent("rest", about(rest) as MailMessage);
    for (const key of ["paid", "done", "rest"])
      expect(await resend(key)).toEqual(refused("outdated"));
    // After the quote has ended, the mail leads to the page that has another.
    expect(await resend("open", at(3))).toEqual(done);
    expect((await read("open:again")).message).toMatchObject({
      payment: { method: "bitcoin", cents: 1499, instructions: [] },
    });
    await db.update(orders).set({ paymentStatus: "partial" });
    expect(await resend("rest", at(3))).toEqual(refused("outdated"));
    expect(await resend("rest")).toEqual(done);
    await send(at(3));
    await send(at(3));
    await db.update(orders).set({ paymentStatus: "paid", status: "completed" });
    expect(await resend("open:again", at(4))).toEqual(refused("outdated"));
    expect(await resend("paid", at(4))).toEqual(done);
    expect(await resend("done", at(4))).toEqual(done);
  });

  test("a link that confirms an address is made anew, while there is something to confirm", async () => {
    const old = { template: "verify-email", link: `${appUrl}/verify-email?token=old` } as const;
    await sent("verify", old);
    expect(await resend("verify")).toEqual(refused("no-account"));
    await db.update(users).set({ emailVerified: false }).where(eq(users.id, "mira"));
    const later = new Date(start.getTime() + 2 * DAY_MS);
    expect(await resend("verify", later)).toEqual(done);
    const { message } = await read("verify:again");
    const token = "link" in message ? new URL(message.link).searchParams.get("token") : null;
    const link = { purpose: "verify-email", token: token ?? "", now: later } as const;
    expect(await readMailLink(db, link)).toEqual({ userId: "mira", email: "mira@example.com" });
  });

  test("a link to a new address is made anew until it has expired, and not for a blocked account", async () => {
    const message = { template: "verify-email", link: "https://shop.example/old" } as const;
    await enqueueMail(db, {
      key: "change",
      to: anyAddress("new@example.com"),
      message,
      now: start,
    });
    await send(start);
    const owner = { id: "mira", credentialVersion: 0 };
    const link = { purpose: "verify-email", email: "new@example.com", now: start } as const;
    await createMailLink(db, { owner, ...link });
    expect(await resend("change", at(25))).toEqual(refused("no-account"));
    await block();
    expect(await resend("change")).toEqual(refused("no-account"));
    await db.update(users).set({ blockedAt: null });
    expect(await resend("change")).toEqual(done);
  });

  test("all failed mails can be retried, except to blocked accounts, or discarded", async () => {
    await enqueue("A");
    await enqueue("B");
    await enqueueMail(db, { ...someMail("R"), to: anyAddress("robin@example.com"), now: start });
    for (let n = 0; n < 3; n += 1) await fail(at(24));
    await block();
    expect(await retryMails(db, { actor, now: at(25) })).toEqual({ ok: true, value: 1 });
    expect(await read("R")).toMatchObject({ failedAt: null });
    expect(await db.select().from(auditLog)).toMatchObject([{ action: "mail.retried" }]);
    const discarded = { ok: true, value: 2 };
    expect(await discardMails(db, { key: null, actor, now: at(51) })).toEqual(discarded);
    expect(await discardMails(db, { key: "R", actor, now: at(51) })).toEqual(refused("not-found"));
    expect(await db.$count(mails)).toBe(1);
  });

  test("is for administrators", async () => {
    await enqueue("A");
    await fail(at(24));
    const mira = { ...actor, id: "mira", email: "mira@example.com" };
    const change = { key: "A", actor: mira, now: at(25) };
    expect(await resendMail(db, { ...change, appUrl })).toEqual(refused("forbidden"));
    expect(await retryMails(db, change)).toEqual(refused("forbidden"));
    expect(await discardMails(db, change)).toEqual(refused("forbidden"));
    expect(await read("A")).toMatchObject({ failedAt: at(24) });
  });
});
