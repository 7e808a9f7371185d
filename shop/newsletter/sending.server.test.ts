import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { auditLog } from "../audit/tables.ts";
import { mails } from "../mail/tables.ts";
import { settings } from "../settings/tables.ts";
import type { Actor } from "../audit/audit.ts";
import { claimMail, enqueueMail, markFailed, markSent } from "../mail/mails.server.ts";
import { readDashboard } from "../reports/dashboards.server.ts";
import { insertActor } from "../loyalty/test-orders.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { someMail } from "../../tests/make.ts";
import { deleteDraft, saveDraft, sendTest } from "./drafts.server.ts";
import { findNewsletter, deleteOldNewsletterMails } from "./newsletters.server.ts";
import { continueSending, sendNextBatch, startSending, stopSending } from "./sending.server.ts";
import { deleteSubscriber, unsubscribe } from "./subscribers.server.ts";
import { unsubscribePaths } from "./subscriber-links.server.ts";
import { clearNewsletters, confirmedSubscribers, someDraft } from "./test-newsletters.ts";

const start = new Date("2026-11-20T09:00:00Z");
const at = (seconds: number) => new Date(start.getTime() + seconds * 1000);

describeOnBothDatabases("sending a newsletter", (openFresh) => {
  let database: Database;
  let db: Db;
  let actor: Actor;
  let customer: Actor;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
    actor = await insertActor(db, "robin@example.com", "admin");
    customer = await insertActor(db, "mira@example.com", "customer");
  });
  afterAll(() => database.close());
  beforeEach(() => clearNewsletters(db));

  const change = (id: number, version: number, now = start) => ({ id, version, actor, now });
  const outbox = () => db.select().from(mails);
  const stateOf = async (id: number) => (await findNewsletter(db, id))?.state;
  const progressOf = async (id: number) => (await findNewsletter(db, id))?.progress;
  const perMinute = (value: number) =>
    db.insert(settings).values({ name: "newslettersPerMinute", value });
  /** Starts a newsletter to this number of subscribers. */
  const started = async (readers: number) => {
    const people = await confirmedSubscribers(db, readers);
    const id = await someDraft(db, actor);
    expect(await startSending(db, change(id, 1))).toEqual({ ok: true, value: undefined });
    return { id, people };
  };
  /** Claims the next mail and marks it as sent, as the mailer does. */
  const sendOne = async (now: Date) => {
    const mail = await claimMail(db, now);
    if (mail) await markSent(db, mail, now);
    return mail;
  };
  const sendAll = async (now: Date) => {
    const sent: string[] = [];
    for (let mail = await sendOne(now); mail; mail = await sendOne(now)) sent.push(mail.to);
    return sent;
  };

  test("sends in batches, one mail to each subscriber, until it is sent", async () => {
    await perMinute(20);
    const { id, people } = await started(5);
    const sent: string[] = [];
    // Batches of two, every 6 seconds.
    for (const [seconds, count] of [
      [0, 2],
      [5, 2],
      [6, 4],
      [12, 5],
    ] as const) {
      await sendNextBatch(db, at(seconds));
      sent.push(...(await sendAll(at(seconds))));
      expect(sent).toHaveLength(count);
    }
    expect(sent.toSorted()).toEqual(people.map(({ email }) => email).toSorted());
    await sendNextBatch(db, at(13));
    expect(await stateOf(id)).toBe("sent");
    expect(await progressOf(id)).toEqual({ recipients: 5, sent: 5, failed: 0, waiting: 0 });
    await sendNextBatch(db, at(60));
    expect(await outbox()).toHaveLength(5);
  });

  test("counts mails as waiting that it has just enqueued, so that sending them at once is a change", async () => {
    await perMinute(1);
    await started(2);
    expect(await sendNextBatch(db, start)).toBe(1);
    expect(await sendAll(start)).toHaveLength(1);
    expect(await sendNextBatch(db, at(1))).toBe(0);
  });

  test("a slow mail server does not make the queue grow", async () => {
    await perMinute(20);
    await started(5);
    for (let seconds = 0; seconds < 60; seconds += 6) await sendNextBatch(db, at(seconds));
    expect(await outbox()).toHaveLength(2);
  });

  test("concurrent instances enqueue each mail once", async () => {
    await perMinute(6000);
    await started(300);
    await Promise.all(Array.from({ length: 6 }, () => sendNextBatch(db, start)));
    const queued = await outbox();
    expect(queued).toHaveLength(300);
    expect(new Set(queued.map(({ to }) => to)).size).toBe(300);
    const claimed = await Promise.all(Array.from({ length: 6 }, () => claimMail(db, start)));
    expect(new Set(claimed.flatMap((mail) => mail?.key ?? [])).size).toBe(6);
  });

  test("a batch that was rolled back is enqueued again completely", async () => {
    const { id } = await started(3);
    const dies = db.transaction(async (tx) => {
      await sendNextBatch(tx, start);
      throw new Error("kill -9");
    });
    await expect(dies).rejects.toThrow("kill -9");
    expect(await outbox()).toHaveLength(0);
    await sendNextBatch(db, at(1));
    // Claimed but never marked as sent: another instance sends it a minute later.
    const lost = await claimMail(db, at(1));
    expect(await sendAll(at(2))).toHaveLength(2);
    expect((await sendOne(at(62)))?.key).toBe(lost?.key);
    await sendNextBatch(db, at(63));
    expect(await progressOf(id)).toMatchObject({ sent: 3, waiting: 0 });
  });

  test("all other mails are sent first", async () => {
    await started(2);
    await sendNextBatch(db, start);
    await enqueueMail(db, { ...someMail("order-placed:A"), now: at(30) });
    expect((await sendOne(at(31)))?.key).toBe("order-placed:A");
    expect((await sendOne(at(31)))?.newsletterId).not.toBeNull();
  });

  test("stops at once, also mails in the outbox, and continues with the rest", async () => {
    await perMinute(20);
    const { id } = await started(5);
    await sendNextBatch(db, start);
    const first = await sendOne(start);
    expect(await stopSending(db, change(id, 2))).toMatchObject({ ok: true });
    await sendNextBatch(db, at(60));
    expect(await sendAll(at(60))).toEqual([]);
    expect(await progressOf(id)).toEqual({ recipients: 5, sent: 1, failed: 0, waiting: 1 });

    expect(await continueSending(db, change(id, 3))).toMatchObject({ ok: true });
    const rest: string[] = [];
    for (let seconds = 70; seconds < 110; seconds += 6) {
      await sendNextBatch(db, at(seconds));
      rest.push(...(await sendAll(at(seconds))));
    }
    expect(rest).toHaveLength(4);
    expect(rest).not.toContain(first?.to);
    expect(await stateOf(id)).toBe("sent");
    const done = await db.select({ action: auditLog.action }).from(auditLog).orderBy(auditLog.id);
    expect(done.map(({ action }) => action)).toEqual([
      "newsletter.created",
      "newsletter.started",
      "newsletter.stopped",
      "newsletter.continued",
    ]);
  });

  test("switching marketing emails off stops it and prevents starting", async () => {
    const { id } = await started(3);
    await sendNextBatch(db, start);
    await db.update(settings).set({ value: false }).where(eq(settings.name, "marketingEmails"));
    await sendNextBatch(db, at(1));
    expect(await stateOf(id)).toBe("stopped");
    expect(await claimMail(db, at(2))).toBeNull();
    const refused = { ok: false, error: "switched-off" };
    expect(await continueSending(db, change(id, 3))).toEqual(refused);
    expect(await startSending(db, change(await someDraft(db, actor), 1))).toEqual(refused);
  });

  test("unsubscribing withdraws waiting mails and reduces the number of recipients", async () => {
    await perMinute(20);
    const { id, people } = await started(4);
    await sendNextBatch(db, start);
    const waiting = (await outbox()).map(({ to }) => to);
    const [queued, unqueued] = [
      people.find(({ email }) => email === waiting[0]),
      people.find(({ email }) => !waiting.includes(email)),
    ];
    for (const person of [queued, unqueued]) {
      const paths = await unsubscribePaths(db, [person?.id ?? ""]);
      const key = new URL(paths.get(person?.id ?? "") ?? "", "https://x.example").searchParams;
      await unsubscribe(db, { id: person?.id ?? "", key: key.get("key") ?? "", until: 0 }, at(1));
    }
    const sent: string[] = [];
    for (let seconds = 2; seconds < 40; seconds += 6) {
      await sendNextBatch(db, at(seconds));
      sent.push(...(await sendAll(at(seconds))));
    }
    expect(sent.toSorted()).toEqual(
      people
        .map(({ email }) => email)
        .filter((email) => email !== queued?.email && email !== unqueued?.email)
        .toSorted(),
    );
    expect(await stateOf(id)).toBe("sent");
    expect(await progressOf(id)).toEqual({ recipients: 2, sent: 2, failed: 0, waiting: 0 });
  });

  test("deleting an account withdraws its waiting mails", async () => {
    await started(2);
    await sendNextBatch(db, start);
    await deleteSubscriber(db, "reader0@example.com");
    expect(await sendAll(at(1))).toEqual(["reader1@example.com"]);
  });

  test("a subscriber confirmed after the start does not get it", async () => {
    const { id } = await started(2);
    await db.execute(
      sql`insert into subscribers (email, source, requested_at, confirmed_at)
          values ('late@example.com', '/', now(), ${at(1).toISOString()}::timestamptz)`,
    );
    await sendNextBatch(db, at(2));
    expect((await outbox()).map(({ to }) => to)).not.toContain("late@example.com");
    expect(await progressOf(id)).toMatchObject({ recipients: 2 });
  });

  test("a permanent error fails at once, a temporary one is retried", async () => {
    const { id } = await started(2);
    await sendNextBatch(db, start);
    const [one, two] = [await claimMail(db, start), await claimMail(db, start)];
    if (!one || !two) throw new Error("no mails");
    await markFailed(db, one, "550 no such user", start, { permanent: true });
    await markFailed(db, two, "421 later", start);
    expect(await progressOf(id)).toEqual({ recipients: 2, sent: 0, failed: 1, waiting: 1 });
    expect(await sendAll(at(6))).toEqual([two.to]);
    await sendNextBatch(db, at(7));
    expect(await findNewsletter(db, id)).toMatchObject({
      state: "sent",
      progress: { recipients: 2, sent: 1, failed: 1, waiting: 0 },
    });
    // The newsletter shows its failed mails; the dashboard does not count them.
    expect(
      (await readDashboard(db, { timeZone: "UTC", now: at(8) })).attention.failedMails.count,
    ).toBe(0);
  });

  test("only one at a time can be started, with subscribers, in its current version", async () => {
    const draft = await someDraft(db, actor);
    expect(await startSending(db, change(draft, 1))).toEqual({
      ok: false,
      error: "no-subscribers",
    });
    const { id } = await started(1);
    expect(await startSending(db, change(draft, 1))).toEqual({ ok: false, error: "busy" });
    expect(await startSending(db, change(id, 1))).toEqual({ ok: false, error: "stale" });
    expect(await startSending(db, change(id, 2))).toEqual({ ok: false, error: "stale" });
    expect(await stopSending(db, change(999, 1))).toEqual({ ok: false, error: "not-found" });
  });

  test("of two newsletters started at once, one is refused as busy", async () => {
    await confirmedSubscribers(db, 1);
    const ids = [await someDraft(db, actor), await someDraft(db, actor)];
    const answers = await Promise.all(ids.map((id) => startSending(db, change(id, 1))));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(answers).toContainEqual({ ok: false, error: "busy" });
  });

  test("a newsletter that is being sent can be neither changed nor deleted", async () => {
    const { id } = await started(1);
    const content = { subject: "Other", markdown: "Other" };
    const stale = { ok: false, error: "stale" };
    expect(await saveDraft(db, { ...change(id, 2), content })).toEqual(stale);
    expect(await deleteDraft(db, change(id, 2))).toEqual(stale);
  });

  test("only administrators can change, send or stop it", async () => {
    await confirmedSubscribers(db, 1);
    const id = await someDraft(db, actor);
    const byCustomer = { ...change(id, 1), actor: customer };
    const forbidden = { ok: false, error: "forbidden" };
    const content = { subject: "Mine", markdown: "Mine" };
    for (const response of [
      await startSending(db, byCustomer),
      await stopSending(db, byCustomer),
      await continueSending(db, byCustomer),
      await sendTest(db, byCustomer),
      await deleteDraft(db, byCustomer),
      await saveDraft(db, { ...byCustomer, content }),
    ])
      expect(response).toEqual(forbidden);
    expect(await outbox()).toEqual([]);
  });

  test("a test mail goes to the administrator, unless the draft is deleted first", async () => {
    const id = await someDraft(db, actor);
    expect(await sendTest(db, change(id, 1))).toMatchObject({ ok: true });
    expect(await outbox()).toMatchObject([{ to: "robin@example.com", newsletterId: null }]);
    expect(await deleteDraft(db, change(id, 1))).toMatchObject({ ok: true });
    expect(await outbox()).toEqual([]);
    expect(await findNewsletter(db, id)).toBeNull();
  });

  test("the mails are deleted after 30 days; the numbers remain", async () => {
    const { id } = await started(2);
    await sendNextBatch(db, start);
    await sendAll(at(1));
    await sendNextBatch(db, at(2));
    await deleteOldNewsletterMails(db, at(30 * 86_400));
    expect(await outbox()).toHaveLength(2);
    await deleteOldNewsletterMails(db, at(30 * 86_400 + 3));
    expect(await outbox()).toEqual([]);
    expect(await progressOf(id)).toMatchObject({ recipients: 2, sent: 2 });
  });
});
