import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { auditLog } from "./tables.ts";
import type { Cursor } from "#lib/paging.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import type { AuditQuery } from "./audit.ts";
import { listActors, listAudit } from "./audit-list.server.ts";
import { recordAudit } from "./audit.server.ts";

const now = new Date("2026-11-20T08:00:00Z");
const robin = { id: "r", email: "robin@example.com", ip: "203.0.113.7" };
const sam = { id: "s", email: "sam@example.com", ip: null };
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 60 * 60_000);
const everything: AuditQuery = {
  actorEmail: null,
  kind: null,
  subjectId: "",
  period: null,
  cursor: null,
};

describeOnBothDatabases("the audit log", (openFresh) => {
  let database: Database;
  let db: Db;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
    // Written in another order than done: the list goes by time.
    const order = { subject: "order", subjectId: "7KQ2M9X", action: "order.status" } as const;
    await recordAudit(db, {
      actor: robin,
      ...order,
      now: hoursAgo(1),
      data: { from: "a", to: "b" },
    });
    await recordAudit(db, { actor: sam, ...order, action: "payment.accepted", now: hoursAgo(2) });
    await recordAudit(db, {
      actor: sam,
      action: "customer.blocked",
      subject: "customer",
      subjectId: "mira@example.com",
      now: hoursAgo(24 * 9),
    });
    await recordAudit(db, {
      actor: robin,
      action: "settings.updated",
      subject: "settings",
      now: hoursAgo(24 * 3),
    });
    await recordAudit(db, {
      actor: { id: null, email: "Satchel", ip: null },
      ...order,
      action: "order.purged",
      now: hoursAgo(24 * 400),
    });
  });
  afterAll(() => database.close());

  const actions = async (query: Partial<AuditQuery>) =>
    (await listAudit(db, { ...everything, ...query, perPage: 10, now })).entries.map(
      ({ action }) => action,
    );

  test("is listed newest first, with who, what and from where", async () => {
    const { entries, previous, next } = await listAudit(db, { ...everything, perPage: 10, now });
    expect(entries.map(({ action }) => action)).toEqual([
      "order.status",
      "payment.accepted",
      "settings.updated",
      "customer.blocked",
      "order.purged",
    ]);
    expect(entries[0]).toMatchObject({
      at: hoursAgo(1),
      actorEmail: "robin@example.com",
      ip: "203.0.113.7",
      subjectId: "7KQ2M9X",
      data: { from: "a", to: "b" },
    });
    expect({ previous, next }).toEqual({ previous: null, next: null });
  });

  test("can be filtered by actor, kind, subject and period together", async () => {
    expect(await actions({ actorEmail: "sam@example.com" })).toEqual([
      "payment.accepted",
      "customer.blocked",
    ]);
    // A decision on an order's payment is about the order, and of the kind payment.
    expect(await actions({ kind: "payment" })).toEqual(["payment.accepted"]);
    expect(await actions({ subjectId: " 7kq2m9x " })).toEqual([
      "order.status",
      "payment.accepted",
      "order.purged",
    ]);
    expect(await actions({ subjectId: "Mira@Example.com" })).toEqual(["customer.blocked"]);
    expect(await actions({ subjectId: "7KQ" })).toEqual([]);
    expect(await actions({ subjectId: "7KQ\u00002M9X", actorEmail: "sam@example.com" })).toEqual([
      "payment.accepted",
    ]);
    expect(await actions({ period: "today" })).toEqual(["order.status", "payment.accepted"]);
    expect(await actions({ period: "week" })).toHaveLength(3);
    expect(await actions({ period: "month" })).toHaveLength(4);
    expect(await actions({ period: "today", kind: "order", subjectId: "7KQ2M9X" })).toEqual([
      "order.status",
    ]);
  });

  test("lists all actors", async () => {
    expect((await listActors(db)).toSorted()).toEqual([
      "Satchel",
      "robin@example.com",
      "sam@example.com",
    ]);
  });

  test("pages lead forward and back, also with equal times", async () => {
    await db.insert(auditLog).values(
      Array.from({ length: 20 }, (_, index) => ({
        at: hoursAgo(1000 + (index % 3)),
        actorEmail: "many@example.com",
        action: "order.status" as const,
        subject: "order" as const,
        subjectId: `ORDER${index}`,
      })),
    );
    const query = { ...everything, actorEmail: "many@example.com", now };
    const all = (await listAudit(db, { ...query, perPage: 50 })).entries.map(({ id }) => id);
    expect(all).toHaveLength(20);
    const pages: number[][] = [];
    let cursor: Cursor<number> | null = null;
    do {
      const page = await listAudit(db, { ...query, cursor, perPage: 6 });
      pages.push(page.entries.map(({ id }) => id));
      cursor = page.next;
    } while (cursor);
    expect(pages.flat()).toEqual(all);
    const key = pages[2]?.[0] ?? 0;
    const back = await listAudit(db, { ...query, cursor: { side: "before", key }, perPage: 6 });
    expect(back.entries.map(({ id }) => id)).toEqual(pages[1]);
    expect(back.previous).toEqual({ side: "before", key: pages[1]?.[0] });
  });
});
