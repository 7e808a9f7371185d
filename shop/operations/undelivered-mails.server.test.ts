import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { users } from "../accounts/tables.ts";
import { auditLog } from "../audit/tables.ts";
import { mails } from "../mail/tables.ts";
import { claimMail, enqueueMail, markFailed, markSent } from "../mail/mails.server.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { someMail } from "../../tests/make.ts";
import { discardMails, listUndeliveredMails, retryMails } from "./undelivered-mails.server.ts";

const start = new Date("2026-11-20T08:00:00Z");
const at = (hours: number) => new Date(start.getTime() + hours * 60 * 60_000);
const actor = { id: "robin", email: "robin@example.com", ip: null };

describeOnBothDatabases("undelivered mails", (openFresh) => {
  let database: Database;
  let db: Db;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
    const person = { name: "Somebody", emailVerified: true };
    await db.insert(users).values([
      { ...person, id: "robin", email: "robin@example.com", role: "admin", referralCode: "R" },
      { ...person, id: "mira", email: "mira@example.com", referralCode: "M" },
    ]);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await db.delete(mails);
    await db.delete(auditLog);
  });

  const enqueue = (key: string, now = start) => enqueueMail(db, { ...someMail(key), now });
  /** Makes an attempt to send the next mail fail. */
  const fail = async (now: Date) => {
    const mail = await claimMail(db, now);
    if (!mail) throw new Error("nothing to send");
    await markFailed(db, mail, "550 no such mailbox", now);
  };
  const keys = async () => (await listUndeliveredMails(db)).mails.map(({ key }) => key);

  test("are those that were refused, while they are retried and after they failed", async () => {
    await enqueue("given-up");
    await fail(at(24));
    await enqueue("tried", at(24));
    await fail(at(24));
    await enqueue("sent", at(25));
    await claimMail(db, at(25));
    await claimMail(db, at(25));
    await markSent(db, someMail("sent"), at(25));
    await enqueue("waits", at(26));
    expect(await listUndeliveredMails(db)).toMatchObject({
      mails: [
        { key: "tried", failedAt: null, error: "550 no such mailbox", template: "order-placed" },
        { key: "given-up", failedAt: at(24), attempts: 1, to: "mira@example.com" },
      ],
      total: 2,
      failed: 1,
    });
  });

  test("a mail is retried for another day, and the audit log names the administrator", async () => {
    await enqueue("A");
    await fail(at(24));
    expect(await retryMails(db, { key: "A", actor, now: at(30) })).toEqual({ ok: true, value: 1 });
    expect(await keys()).toEqual([]);
    await fail(at(30));
    expect((await listUndeliveredMails(db)).mails).toMatchObject([{ key: "A", failedAt: null }]);
    expect(await db.select().from(auditLog)).toMatchObject([
      { action: "mail.retried", actorEmail: "robin@example.com", subjectId: "A" },
    ]);
  });

  test("all failed mails can be retried or discarded at once, and only these", async () => {
    await enqueue("A");
    await enqueue("B");
    await fail(at(24));
    await fail(at(24));
    await enqueue("C", at(24));
    await fail(at(24));
    expect(await retryMails(db, { key: null, actor, now: at(25) })).toEqual({ ok: true, value: 2 });
    await fail(at(50));
    await fail(at(50));
    await fail(at(50));
    expect(await discardMails(db, { key: null, actor, now: at(51) })).toEqual({
      ok: true,
      value: 3,
    });
    expect(await db.select().from(mails)).toEqual([]);
  });

  test("a mail that is gone or has not failed cannot be retried", async () => {
    await enqueue("A");
    const refused = { ok: false, error: "not-found" };
    expect(await retryMails(db, { key: "A", actor, now: at(1) })).toEqual(refused);
    expect(await discardMails(db, { key: "B", actor, now: at(1) })).toEqual(refused);
    expect(await db.$count(mails)).toBe(1);
    expect(await db.select().from(auditLog)).toEqual([]);
  });

  test("can only be changed by administrators", async () => {
    await enqueue("A");
    await fail(at(24));
    const mira = { ...actor, id: "mira", email: "mira@example.com" };
    const refused = { ok: false, error: "forbidden" };
    expect(await retryMails(db, { key: "A", actor: mira, now: at(25) })).toEqual(refused);
    expect(await discardMails(db, { key: null, actor: mira, now: at(25) })).toEqual(refused);
    expect(await keys()).toEqual(["A"]);
  });
});
