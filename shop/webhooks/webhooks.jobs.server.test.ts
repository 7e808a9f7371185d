import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Db } from "#db/client.server.ts";
import { newHolder } from "#db/holders.server.ts";
import { webhookAttempts, webhookDeliveries, webhookEndpoints } from "./tables.ts";
import { addEvent } from "../orders/orders.server.ts";
import { insertOrder } from "../loyalty/test-orders.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { eventually } from "../../tests/make.ts";
import type { Received } from "../../tests/webhook-receiver.ts";
import { claimLeases, nextDeliveries } from "./leases.server.ts";
import { at, webhookStage } from "./test-webhooks.ts";
import { sendAll, startWebhooks } from "./webhooks.jobs.server.ts";

const policy = { allowPrivate: true, httpsOnly: false };

describeOnBothDatabases("sending webhooks", (openFresh) => {
  const stage = webhookStage(openFresh, (fresh) =>
    insertOrder(fresh, { id: "AAAAAAA", buyer: "mira", status: "pending" }),
  );
  const { receiverThat, happen, timesOf, deliveriesTo } = stage;
  let db: Db;
  beforeAll(() => {
    ({ db } = stage);
  });

  describe("several instances", () => {
    test("send each of many messages once between them", async () => {
      const receivers = [await receiverThat(200), await receiverThat(200)];
      const instances = Array.from({ length: 3 }, () =>
        startWebhooks(db, { policy, log: () => undefined }),
      );
      for (let i = 0; i < 20; i += 1) await happen(i);
      for (const receiver of receivers)
        await eventually(() => timesOf(receiver)).toEqual(Array.from({ length: 20 }, (_, i) => i));
      await Promise.all(instances.map(({ stop }) => stop()));
      expect(receivers.map(({ received }) => received.length)).toEqual([20, 20]);
    });
  });

  describe("messages of several orders", () => {
    const ids = Array.from({ length: 12 }, (_, i) => `ORDER${String(i).padStart(2, "0")}`);
    const happenToEach = async (seconds: number) => {
      for (const id of ids) await addEvent(db, id, "placed", { by: "customer" }, at(seconds));
    };
    beforeEach(async () => {
      for (const id of ids) await insertOrder(db, { id, buyer: "mira", status: "pending" });
    });

    test("are under way together, at most eight, and one of each order", async () => {
      const receiver = await receiverThat("hang");
      await happenToEach(0);
      await happenToEach(1);
      const sending = startWebhooks(db, { policy, log: () => undefined });
      await eventually(() => receiver.received).toHaveLength(8);
      const orderOf = ({ body }: Received) => body.data.order?.id;
      expect(new Set(receiver.received.map(orderOf))).toEqual(new Set(ids.slice(0, 8)));
      // Looks again meanwhile, and finds no free place.
      const beats = await leasedUntil(receiver.id);
      await eventually(() => leasedUntil(receiver.id)).toBeGreaterThan(beats);
      expect(receiver.received).toHaveLength(8);
      await sending.stop();

      receiver.received.length = 0;
      receiver.respondWith(200);
      const next = startWebhooks(db, { policy, log: () => undefined });
      await eventually(() => receiver.received).toHaveLength(24);
      await next.stop();
      for (const id of ids) {
        const ofOrder = receiver.received.filter((each) => orderOf(each) === id);
        expect(ofOrder.map(({ body }) => Date.parse(body.createdAt))).toEqual([
          at(0).getTime(),
          at(1).getTime(),
        ]);
      }
      expect(await deliveriesTo(receiver.id)).toMatchObject(
        Array.from({ length: 24 }, () => ({ attempts: 1, deliveredAt: expect.any(Date) })),
      );
    });

    test("come one at a time while the receiver fails", async () => {
      await receiverThat(500);
      await happenToEach(0);
      const [lease] = await claimLeases(db, { holder: newHolder(), now: at(0) });
      if (!lease) throw new Error("nothing was claimed");
      await db.update(webhookEndpoints).set({ failures: 1, failingSince: at(0) });
      expect(await nextDeliveries(db, lease, { most: 8, now: at(0) })).toHaveLength(1);
      await db.update(webhookEndpoints).set({ failures: 0, failingSince: null });
      expect(await nextDeliveries(db, lease, { most: 8, now: at(0) })).toHaveLength(8);
    });

    const leasedUntil = async (id: number) => {
      const [row] = await db.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id));
      return row?.leasedUntil?.getTime() ?? 0;
    };
  });

  describe("a shop that closes", () => {
    test("does not count what it cuts short, and leaves the endpoint to the next", async () => {
      const receiver = await receiverThat("hang");
      await happen(0);
      const sending = startWebhooks(db, { policy, log: () => undefined });
      await eventually(() => receiver.received).toHaveLength(1);
      await sending.stop();
      expect(await deliveriesTo(receiver.id)).toMatchObject([{ attempts: 0, lastError: null }]);
      expect(await claimLeases(db, { holder: newHolder(), now: at(1) })).toHaveLength(1);
    });
  });

  describe("what goes away while it is sent", () => {
    test.each(["endpoint", "order"])(
      "the %s: nothing is noted, and nothing breaks",
      async (what) => {
        const receiver = await receiverThat("hang");
        await happen(0);
        const [lease] = await claimLeases(db, { holder: newHolder(), now: at(0) });
        if (!lease) throw new Error("nothing was claimed");
        const options = { policy, log: () => undefined, clock: () => at(0), timeoutMs: 20_000 };
        const sending = sendAll(db, lease, options);
        await eventually(() => receiver.received).toHaveLength(1);
        if (what === "endpoint") await db.delete(webhookEndpoints);
        else await db.delete(webhookDeliveries);
        await receiver.close();
        await sending;
        expect(await db.$count(webhookAttempts)).toBe(0);
      },
    );
  });
});
