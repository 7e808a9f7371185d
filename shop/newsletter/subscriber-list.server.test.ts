import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { auditLog } from "../audit/tables.ts";
import { mails } from "../mail/tables.ts";
import { subscribers } from "./tables.ts";
import type { CsvCell } from "#lib/csv.ts";
import type { Actor } from "../audit/audit.ts";
import { insertActor } from "../loyalty/test-orders.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { listNewsletters } from "./newsletters.server.ts";
import { sendNextBatch, startSending } from "./sending.server.ts";
import type { SubscriberQuery } from "./subscriber.ts";
import {
  countSubscribers,
  exportSubscribers,
  listSubscribers,
  removeSubscriber,
} from "./subscriber-list.server.ts";
import { clearNewsletters, confirmedSubscribers, someDraft } from "./test-newsletters.ts";

const now = new Date("2026-11-20T09:00:00Z");
const everybody: SubscriberQuery = { search: "", state: null, cursor: null };

describeOnBothDatabases("the list of subscribers", (openFresh) => {
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

  const emails = async (query: Partial<SubscriberQuery>, perPage = 50) =>
    (await listSubscribers(db, { ...everybody, ...query, perPage })).subscribers.map(
      ({ email }) => email,
    );
  const someOfEach = () =>
    db.insert(subscribers).values([
      { email: "ann_1@example.com", source: "/", requestedAt: new Date(1000) },
      { email: "ben@example.com", source: "/", requestedAt: new Date(2000), confirmedAt: now },
      {
        email: "=cmd@example.com",
        source: "/terms",
        requestedAt: new Date(3000),
        confirmedAt: now,
        unsubscribedAt: now,
      },
    ]);

  test("is searched by any part, filtered by state and counted, newest first", async () => {
    await someOfEach();
    expect(await emails({})).toEqual(["=cmd@example.com", "ben@example.com", "ann_1@example.com"]);
    expect(await emails({ search: " BEN@ex" })).toEqual(["ben@example.com"]);
    expect(await emails({ search: "_" })).toEqual(["ann_1@example.com"]);
    expect(await emails({ search: "%" })).toEqual([]);
    expect(await emails({ state: "confirmed" })).toEqual(["ben@example.com"]);
    expect(await emails({ state: "pending" })).toEqual(["ann_1@example.com"]);
    expect(await emails({ state: "unsubscribed" })).toEqual(["=cmd@example.com"]);
    expect(await countSubscribers(db)).toEqual({ confirmed: 1, pending: 1, unsubscribed: 1 });
  });

  test("pages lead forward and back, also with equal times", async () => {
    await confirmedSubscribers(db, 7);
    const first = await listSubscribers(db, { ...everybody, perPage: 3 });
    expect(first.previous).toBeNull();
    const second = await listSubscribers(db, { ...everybody, cursor: first.next, perPage: 3 });
    const third = await listSubscribers(db, { ...everybody, cursor: second.next, perPage: 3 });
    expect(third.next).toBeNull();
    const seen = [first, second, third].flatMap((page) => page.subscribers.map(({ id }) => id));
    expect(new Set(seen).size).toBe(7);
    const back = await listSubscribers(db, { ...everybody, cursor: third.previous, perPage: 3 });
    expect(back.subscribers).toEqual(second.subscribers);
  });

  test("is exported completely or filtered, and the audit log records it", async () => {
    await someOfEach();
    const taken = await exportSubscribers(db, { what: everybody, actor, now });
    if (!taken.ok) throw new Error(taken.error);
    const rows: CsvCell[][] = [];
    for await (const batch of taken.value) rows.push(...batch);
    expect(rows.map(([email, state]) => [email, state])).toEqual([
      ["=cmd@example.com", "unsubscribed"],
      ["ben@example.com", "confirmed"],
      ["ann_1@example.com", "pending"],
    ]);
    expect(await db.select().from(auditLog)).toMatchObject([
      { action: "newsletter.exported", actorEmail: actor.email },
    ]);
    expect(await exportSubscribers(db, { what: everybody, actor: customer, now })).toEqual({
      ok: false,
      error: "forbidden",
    });
  });

  test("a removed subscriber is deleted with waiting mails, by administrators only", async () => {
    const [person] = await confirmedSubscribers(db, 2);
    const { id = "", email = "" } = person ?? {};
    const newsletter = await someDraft(db, actor);
    await startSending(db, { id: newsletter, version: 1, actor, now });
    await sendNextBatch(db, now);
    expect(await removeSubscriber(db, { id, actor: customer, now })).toEqual({
      ok: false,
      error: "forbidden",
    });
    expect(await removeSubscriber(db, { id, actor, now })).toMatchObject({ ok: true });
    expect(await removeSubscriber(db, { id, actor, now })).toEqual({
      ok: false,
      error: "not-found",
    });
    expect((await db.select().from(mails)).map(({ to }) => to)).not.toContain(email);
    expect(await listNewsletters(db)).toMatchObject([
      { id: newsletter, progress: { recipients: 1, waiting: 1, sent: 0 } },
    ]);
    expect((await db.select().from(auditLog).orderBy(auditLog.id)).at(-1)).toMatchObject({
      action: "newsletter.subscriber-removed",
      subjectId: email,
    });
  });
});
