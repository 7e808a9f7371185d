import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { permitOf } from "../../tests/permit.ts";
import type { Database, Db } from "#db/client.server.ts";
import { addMs, MINUTE_MS } from "#lib/time.ts";
import { describeWhereDatabasesDiffer } from "../../tests/db.ts";
import { auditLog } from "../audit/tables.ts";
import { checkouts } from "../checkouts/tables.ts";
import { boss, insertBoss } from "../loyalty/test-orders.ts";
import { deleteOrder, setOrderStatus } from "../orders/order-changes.server.ts";
import { grantAccess } from "../orders/order-access.server.ts";
import { findOrder, orderHistory } from "../orders/orders.server.ts";
import { orders } from "../orders/tables.ts";
import type { Viewer } from "../orders/tracking.server.ts";
import { correctedText } from "./correction.ts";
import { correctionView, correctRecipient } from "./corrections.server.ts";
import { completeDelivery } from "./deliver.server.ts";
import { deliverAgain, recordResponse } from "./deliveries.server.ts";
import { addNewDeliveries } from "./claim-deliveries.server.ts";
import { releaseOrders, takeOrder } from "./leases.server.ts";
import { claimDue, onlyPaidOrder } from "./test-delivery.ts";
import { undoStatusChange } from "./undo.server.ts";
import { LEASE_MS } from "./work-list.ts";
import { readWorkList } from "./work-list.server.ts";

const now = new Date("2026-11-20T08:00:00Z");
const later = (ms: number) => addMs(now, ms);
const orderId = "AAAAAAA";
const owner: Viewer = { visitorHash: null, verifiedEmail: "Mira@example.com" };
const to = (tiktokUsername: string, tiktokUid: string | null = null) => ({
  tiktokUsername,
  tiktokUid,
});

describeWhereDatabasesDiffer("correcting the recipient", (openFresh) => {
  let database: Database;
  let db: Db;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
    await insertBoss(db);
  });
  afterAll(() => database.close());
  beforeEach(() => onlyPaidOrder(db, orderId, now));

  const stored = async () => {
    const order = await findOrder(db, orderId);
    if (!order) throw new Error("there is no order");
    return order;
  };
  const correct = async (
    account: ReturnType<typeof to>,
    { made = 0, viewer = owner, at = now } = {},
  ) => {
    const order = await stored();
    const permit = await permitOf(db, "recipient", orderId, viewer);
    return correctRecipient(db, { permit, order, account, made, ip: "192.0.2.1", now: at });
  };
  const stateNow = async () => (await correctionView(db, await stored())).state;

  test("is recorded and shown, twice at most", async () => {
    expect(await correct(to("mira", "6812044711902236417"))).toMatchObject({ ok: true });
    expect(await stateNow(), "the same recipient is no correction").toBe("open");
    expect(await correct(to("mira.holt", "1"))).toMatchObject({ ok: true });
    expect(await correct(to("eve"))).toEqual({ ok: false, error: "stale" });
    expect(await correct(to("mira.holt2", "1"), { made: 1 })).toMatchObject({ ok: true });
    expect(await correct(to("eve"), { made: 2 })).toEqual({ ok: false, error: "used-up" });
    const order = await stored();
    expect(order).toMatchObject({ ...to("mira.holt2", "1"), version: 3 });
    expect(
      await db.select().from(checkouts).where(eq(checkouts.id, order.checkoutId)),
    ).toMatchObject([to("mira.holt2", "1")]);
    const history = await orderHistory(db, orderId);
    expect(history.map(({ type, data }) => [type, data.from, data.to, data.by])).toEqual([
      ["recipient", "mira", "mira.holt", "customer"],
      ["recipient", "mira.holt", "mira.holt2", "customer"],
    ]);
    expect(
      await db.select().from(auditLog).where(eq(auditLog.action, "order.recipient")),
    ).toMatchObject([{ subjectId: orderId, ip: "192.0.2.1" }, {}]);
    const [listed] = (await readWorkList(db, { now })).orders;
    expect(listed).toMatchObject(to("mira.holt2", "1"));
    expect(correctedText(listed?.corrections ?? [])).toBe(
      "Corrected by the buyer: was @mira, then @mira.holt; UID was 6812044711902236417",
    );
  });

  test("takes more than order id and email", async () => {
    const visitorHash = "a".repeat(64);
    const viewer = { visitorHash, verifiedEmail: "eve@example.com" };
    await expect(correct(to("eve"), { viewer })).rejects.toThrow('more than "none"');
    await grantAccess(db, orderId, visitorHash, { proven: false, now });
    await expect(correct(to("eve"), { viewer })).rejects.toThrow('more than "seen"');
    await grantAccess(db, orderId, visitorHash, { proven: true, now });
    await grantAccess(db, orderId, visitorHash, { proven: false, now });
    expect(await correct(to("mira.holt"), { viewer })).toMatchObject({ ok: true });
  });

  test("ends while an administrator has taken the order, also after the lease lapsed, until it is released", async () => {
    await takeOrder(db, { orderId, corrections: 0, actor: boss, now });
    expect(await correct(to("eve"))).toEqual({ ok: false, error: "closed" });
    expect(await correct(to("eve"), { at: later(LEASE_MS) })).toEqual({
      ok: false,
      error: "closed",
    });
    await releaseOrders(db, boss);
    expect(await correct(to("mira.holt"))).toMatchObject({ ok: true });
    const take = { orderId, actor: boss, now };
    expect(await takeOrder(db, { ...take, corrections: 0 })).toEqual({
      ok: false,
      error: "corrected",
    });
    expect(await takeOrder(db, { ...take, corrections: 1 })).toMatchObject({ ok: true });
  });

  test("ends for good once the adapter was called", async () => {
    await addNewDeliveries(db, now);
    expect(await stateNow()).toBe("open");
    const [claimed] = await claimDue(db, now);
    if (!claimed) throw new Error("nothing was claimed");
    expect(await correct(to("eve"))).toEqual({ ok: false, error: "closed" });
    const response = { ok: true, value: { result: "refused", reason: "no" } } as const;
    await recordResponse(db, claimed, response, now);
    expect(await stateNow()).toBe("closed");
    await deliverAgain(db, { orderId, actor: boss, now: later(1) });
    expect(await stateNow()).toBe("closed");
  });

  test("opens again once the adapter refused and sent nothing, and ends when it is called again", async () => {
    const refuse = async (sent: boolean | undefined, at: Date) => {
      const [claimed] = await claimDue(db, at);
      if (!claimed) throw new Error("nothing was claimed");
      const value = { result: "refused", reason: "no such account", sent } as const;
      await recordResponse(db, claimed, { ok: true, value }, at);
      return claimed.username;
    };
    await addNewDeliveries(db, now);
    await refuse(false, now);
    expect(await correct(to("mira.holt"))).toMatchObject({ ok: true });
    expect(await claimDue(db, later(1)), "an administrator decides").toEqual([]);
    await deliverAgain(db, { orderId, actor: boss, now: later(2) });
    expect(await stateNow()).toBe("closed");
    expect(await refuse(undefined, later(3))).toBe("mira.holt");
    expect(await stateNow()).toBe("closed");
    await deliverAgain(db, { orderId, actor: boss, now: later(4) });
    expect(await refuse(false, later(5))).toBe("mira.holt");
    expect(await stateNow()).toBe("open");
  });

  test("ends for good once it was completed, and for a rejected or deleted order", async () => {
    const change = { orderId, version: null, actor: boss, now };
    await setOrderStatus(db, { ...change, status: "rejected" });
    expect(await correct(to("eve"))).toEqual({ ok: false, error: "closed" });
    await setOrderStatus(db, { ...change, status: "processing" });
    expect(await stateNow()).toBe("open");
    const completed = await setOrderStatus(db, { ...change, status: "completed", undoable: true });
    expect(await stateNow()).toBe("closed");
    const version = completed.ok ? completed.value.version : 0;
    expect(await undoStatusChange(db, { ...change, version })).toMatchObject({ ok: true });
    expect(await stateNow()).toBe("closed");
    const order = await stored();
    const permit = await permitOf(db, "recipient", orderId);
    await deleteOrder(db, change);
    const input = { permit, order, account: to("eve"), made: 0, ip: null, now };
    expect(await correctRecipient(db, input)).toEqual({ ok: false, error: "closed" });
  });

  test("an order that is being corrected is not claimed, and then with its new recipient", async () => {
    const written = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<void>();
    const changing = db.transaction(async (tx) => {
      await tx.update(orders).set({ tiktokUsername: "mira.holt" }).where(eq(orders.id, orderId));
      written.resolve();
      // On the embedded database's one connection the claim waits for this transaction.
      if (await isServer(tx)) await mayEnd.promise;
    });
    await written.promise;
    const during = claimDue(db, now);
    const early = (await isServer(db)) ? await during : [];
    mayEnd.resolve();
    await changing;
    expect(early).toEqual([]);
    await during;
    const all = [...(await during), ...(await claimDue(db, later(1)))];
    expect(all).toMatchObject([{ username: "mira.holt" }]);
  });

  test(
    "of a correction, an administrator and the adapter at once, one recipient is delivered to: the one shown",
    async () => {
      for (let round = 0; round < 30; round += 1) {
        await onlyPaidOrder(db, orderId, now);
        if (round % 2 === 0) await addNewDeliveries(db, now);
        const acts = [
          () => correct(to("mira.holt")),
          () => correct(to("mira.h")),
          async () => {
            const taken = await takeOrder(db, { orderId, corrections: 0, actor: boss, now });
            return taken.ok ? "mira" : null;
          },
          async () => (await claimDue(db, now))[0]?.username ?? null,
          async () => {
            const change = { orderId, version: 1, actor: boss, now, confirmed: false };
            return (await completeDelivery(db, change)).ok ? "mira" : null;
          },
        ];
        // Begins with another one in each round.
        const turned = acts.map((_, i) => acts[(i + round) % acts.length]!);
        const results = await Promise.all(turned.map((act) => act()));
        const delivered = new Set(results.filter((result) => typeof result === "string"));
        const shown = (await stored()).tiktokUsername;
        expect(
          [...delivered, shown].every((name) => name === shown),
          `round ${round}`,
        ).toBe(true);
        const events = (await orderHistory(db, orderId)).filter(({ type }) => type === "recipient");
        expect(events.length).toBeLessThanOrEqual(1);
      }
    },
    MINUTE_MS,
  );
});

/** The embedded database has one connection, so its transactions never overlap. */
async function isServer(db: Db): Promise<boolean> {
  const { rows } = (await db.execute(
    sql`select count(*)::int as count from pg_stat_activity where backend_type = 'checkpointer'`,
  )) as { rows: { count: number }[] };
  return (rows[0]?.count ?? 0) > 0;
}
