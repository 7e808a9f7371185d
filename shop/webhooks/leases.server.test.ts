import { and, eq, isNotNull } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import type { Db } from "#db/client.server.ts";
import { newHolder } from "#db/holders.server.ts";
import { webhookAttempts, webhookDeliveries, webhookEndpoints } from "./tables.ts";
import { insertOrder } from "../loyalty/test-orders.ts";
import { describeWhereDatabasesDiffer } from "../../tests/db.ts";
import { eventually } from "../../tests/make.ts";
import { claimLeases, nextDeliveries } from "./leases.server.ts";
import { signatureOf } from "./signature.server.ts";
import { at, insertEndpoint, sendDue, webhookStage } from "./test-webhooks.ts";

const HOUR = 3600;
const DAY = 24 * HOUR;

describeWhereDatabasesDiffer("endpoint leases of webhooks", (openFresh) => {
  const stage = webhookStage(openFresh, (fresh) =>
    insertOrder(fresh, { id: "AAAAAAA", buyer: "mira", status: "pending" }),
  );
  const { receiverThat, happen, timesOf, deliveriesTo } = stage;
  let db: Db;
  beforeAll(() => {
    ({ db } = stage);
  });

  describe("one receiver", () => {
    test("gets each message once, in order, signed, with what names it", async () => {
      const receiver = await receiverThat(200);
      await happen(0);
      await happen(0);
      await happen(1);
      await sendDue(db, at(2));
      await sendDue(db, at(60));
      expect(timesOf(receiver)).toEqual([0, 0, 1]);
      const rows = await deliveriesTo(receiver.id);
      expect(receiver.received.map(({ body }) => body.id)).toEqual(rows.map(({ id }) => id));
      for (const { headers, text, body } of receiver.received)
        expect(headers).toMatchObject({
          "content-type": "application/json",
          "satchel-event": "order.placed",
          "satchel-delivery": body.id,
          "satchel-signature": signatureOf("whsec_known", text, at(2)),
        });
      expect(rows).toMatchObject(
        rows.map(({ body }) => ({ attempts: 1, deliveredAt: at(2), lastError: null, body })),
      );
      expect(rows.map(({ snapshot }) => snapshot)).toEqual([null, null, null]);
    });

    test("that fails gets the same message again, later and later, for a day", async () => {
      const receiver = await receiverThat(500);
      receiver.respondWith(500, "out of order");
      await happen(0);
      for (let seconds = 0; seconds < 2 * HOUR; seconds += 60) await sendDue(db, at(seconds));
      for (let hours = 2; hours < 30; hours += 0.25) await sendDue(db, at(hours * HOUR));

      const [row] = await deliveriesTo(receiver.id);
      expect(row).toMatchObject({ deliveredAt: null, lastError: "Answered 500" });
      const failedAfter = (row?.failedAt?.getTime() ?? 0) - at(0).getTime();
      expect(failedAfter).toBeGreaterThanOrEqual(DAY * 1000);
      expect(failedAfter).toBeLessThan((DAY + 1.5 * HOUR) * 1000);
      expect(receiver.received.length).toBeGreaterThan(20);
      expect(receiver.received.length).toBeLessThan(45);
      expect(new Set(receiver.received.map(({ text }) => text)).size).toBe(1);
      const signatures = receiver.received.map(({ headers }) => headers["satchel-signature"]);
      expect(new Set(signatures).size).toBe(signatures.length);
      const attempts = await db.select().from(webhookAttempts).orderBy(webhookAttempts.id);
      expect(attempts).toHaveLength(receiver.received.length);
      expect(attempts[0]).toMatchObject({
        at: at(0),
        status: 500,
        response: "out of order",
        error: null,
        url: receiver.url,
        signature: signatures[0],
      });
    });

    test("gets every message once it takes them again, at once and in order", async () => {
      const receiver = await receiverThat(503);
      for (let minute = 0; minute < 60; minute += 1) {
        await happen(minute * 60);
        await sendDue(db, at(minute * 60));
      }
      expect(await db.$count(webhookDeliveries)).toBe(60);
      receiver.received.length = 0;
      receiver.respondWith(200);
      // The first accepted delivery makes all waiting ones due.
      let minute = 60;
      for (; receiver.received.length === 0; minute += 1) await sendDue(db, at(minute * 60));
      expect(timesOf(receiver).toSorted((a, b) => a - b)).toEqual(
        Array.from({ length: 60 }, (_, i) => i * 60),
      );
      const [first, ...rest] = timesOf(receiver);
      expect(rest).toEqual(rest.toSorted((a, b) => a - b));
      expect(first).toBeDefined();
      expect(minute).toBeLessThan(70);
      const [endpoint] = await db.select().from(webhookEndpoints);
      expect(endpoint).toMatchObject({ failures: 0, failingSince: null, leasedBy: null });
    });
  });

  describe("several receivers", () => {
    test("do not wait for one that hangs", async () => {
      const hangs = await receiverThat("hang");
      const takes = await receiverThat(200);
      for (let i = 0; i < 5; i += 1) await happen(i);
      const sending = sendDue(db, at(5), { timeoutMs: 20_000 });
      // All of it while the other receiver has not answered once.
      await eventually(() => timesOf(takes)).toEqual([0, 1, 2, 3, 4]);
      // Its last attempt is not recorded yet, and until then no other instance sends to it.
      const leased = and(isNotNull(webhookEndpoints.leasedBy), eq(webhookEndpoints.id, takes.id));
      await eventually(() => db.$count(webhookEndpoints, leased)).toBe(0);
      await happen(6);
      await sendDue(db, at(6));
      expect(timesOf(takes)).toEqual([0, 1, 2, 3, 4, 6]);
      // Its request is on its way while the other receiver gets all of its own.
      await eventually(() => hangs.received).toHaveLength(1);
      await hangs.close();
      await sending;
    });

    test.each([500, "hang", "closed"] as const)(
      "lose nothing to an hour of one that is %s, and are not late meanwhile",
      async (trouble) => {
        const troubled = await receiverThat(trouble === "closed" ? 200 : trouble);
        const fine = await receiverThat(200);
        if (trouble === "closed") await troubled.close();
        for (let minute = 0; minute <= 60; minute += 20) {
          await happen(minute * 60);
          await sendDue(db, at(minute * 60), { timeoutMs: 500 });
          expect(timesOf(fine).at(-1)).toBe(minute * 60);
        }
        expect(fine.received).toHaveLength(4);
        if (trouble === "closed") {
          const back = await stage.someReceiver(200);
          troubled.received.length = 0;
          await db
            .update(webhookEndpoints)
            .set({ url: back.url })
            .where(eq(webhookEndpoints.id, troubled.id));
          await sendDue(db, at(3 * HOUR));
          expect(timesOf(back)).toHaveLength(4);
          expect(new Set(timesOf(back)).size).toBe(4);
        } else {
          troubled.respondWith(200);
          troubled.received.length = 0;
          await sendDue(db, at(3 * HOUR));
          expect(timesOf(troubled)).toHaveLength(4);
          expect(new Set(timesOf(troubled)).size).toBe(4);
        }
        expect(await deliveriesTo(troubled.id)).toMatchObject(
          Array.from({ length: 4 }, () => ({ deliveredAt: at(3 * HOUR), failedAt: null })),
        );
        expect(fine.received).toHaveLength(4);
      },
    );
  });

  describe("several instances", () => {
    test("share the endpoints: each is claimed once, and one message of it is under way at a time", async () => {
      const ids = [await insertEndpoint(db), await insertEndpoint(db), await insertEndpoint(db)];
      await happen(0);
      const claims = await Promise.all(
        Array.from({ length: 5 }, () => claimLeases(db, { holder: newHolder(), now: at(0) })),
      );
      const claimed = claims.flat().map(({ endpointId }) => endpointId);
      // A row that another instance has locked is skipped, and found at the next claim.
      claimed.push(
        ...(await claimLeases(db, { holder: newHolder(), now: at(0) })).map(
          (lease) => lease.endpointId,
        ),
      );
      expect(claimed.toSorted((a, b) => a - b)).toEqual(ids);
    });

    test("take over what one that was killed had claimed, and it sends nothing more", async () => {
      const receiver = await receiverThat(200);
      await happen(0);
      const [killed] = await claimLeases(db, { holder: newHolder(), now: at(0) });
      if (!killed) throw new Error("nothing was claimed");
      expect(await nextDeliveries(db, killed, { most: 1, now: at(0) })).toMatchObject([
        { type: "order.placed" },
      ]);
      await sendDue(db, at(29));
      expect(receiver.received).toEqual([]);
      await sendDue(db, at(30));
      expect(receiver.received).toHaveLength(1);
      await happen(31);
      const [heir] = await claimLeases(db, { holder: newHolder(), now: at(31) });
      expect(await nextDeliveries(db, killed, { most: 1, now: at(32) })).toBeNull();
      expect(heir && (await nextDeliveries(db, heir, { most: 1, now: at(33) }))).toMatchObject([
        { type: "order.placed" },
      ]);
    });
  });
});
