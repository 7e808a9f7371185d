import { beforeAll, describe, expect, test } from "vitest";
import type { Db } from "#db/client.server.ts";
import { newHolder } from "#db/holders.server.ts";
import { webhookAttempts, webhookDeliveries, webhookEndpoints } from "./tables.ts";
import { insertOrder } from "../loyalty/test-orders.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { eventually } from "../../tests/make.ts";
import { claimLeases } from "./leases.server.ts";
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
