import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "#db/client.server.ts";
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "#lib/time.ts";
import { seedCatalog } from "#shop/catalog/packages.server.ts";
import { orderOfCheckout } from "#shop/orders/orders.server.ts";
import { describeOnBothDatabases } from "../../../tests/db.ts";
import { lightningCheckout, start } from "../../../tests/lightning-checkout.ts";
import { SIMULATED_NODE } from "../../../tests/simulated-node.ts";
import { defaultPaymentPolicy as policy } from "../model/payment.ts";
import { paymentAddresses } from "../tables.ts";
import { rejectUnpaidOrders } from "../unpaid.server.ts";
import {
  countUnknown,
  lastSettleIndex,
  recordUnknown,
  recordUnpaid,
} from "./invoice-states.server.ts";

const after = (ms: number) => addMs(start, ms);

describeOnBothDatabases("what the node says of Lightning invoices", (openFresh) => {
  let database: Database;
  beforeAll(async () => {
    database = await openFresh();
    await seedCatalog(database.db);
  });
  afterAll(() => database.close());
  const checkout = () => lightningCheckout(database.db);

  describe("look-ups", () => {
    test("go on for 15 minutes after the end, then come once more a day after it", async () => {
      const { db, open, invoices } = await checkout();
      await open("lightning");
      const next = async (now: Date) => {
        const [invoice] = await invoices();
        await recordUnpaid(db, [invoice?.id ?? 0], now);
        return (await invoices())[0]?.nextCheckAt;
      };
      expect(await next(after(10 * SECOND_MS)), "its page is open").toEqual(after(11 * SECOND_MS));
      expect(await next(after(MINUTE_MS))).toEqual(after(90 * SECOND_MS));
      const almost = after(HOUR_MS + 15 * MINUTE_MS - SECOND_MS);
      expect(await next(almost)).toEqual(addMs(almost, 30 * SECOND_MS));
      expect(await next(after(HOUR_MS + 15 * MINUTE_MS))).toEqual(after(HOUR_MS + DAY_MS));
      expect(await next(after(HOUR_MS + DAY_MS))).toBeNull();
    });

    test("an invoice that the node does not have is counted, and asked for again", async () => {
      const { db, open, invoices, pay } = await checkout();
      await open("lightning");
      const [invoice] = await invoices();
      await recordUnknown(db, invoice?.id ?? 0, start);
      expect(await countUnknown(db, after(MINUTE_MS))).toBe(1);
      expect((await invoices())[0]?.nextCheckAt).toEqual(after(10 * MINUTE_MS));
      await pay(invoice?.paymentHash ?? "");
      expect(await countUnknown(db, after(MINUTE_MS))).toBe(0);
    });

    test.each([
      ["was unpaid shortly before its end", HOUR_MS - 20 * SECOND_MS, HOUR_MS + SECOND_MS, 0],
      ["was unpaid after its end", HOUR_MS + SECOND_MS, 25 * HOUR_MS, 0],
      ["may have been paid since it was last looked up", HOUR_MS / 2, HOUR_MS + SECOND_MS, 1],
      ["was not looked up before", null, HOUR_MS + SECOND_MS, 1],
      ["has not ended", HOUR_MS / 2, HOUR_MS / 2 + SECOND_MS, 1],
    ])("of one that the node no longer has, which %s", async (_, unpaidAt, unknownAt, alarms) => {
      const { db, open, invoices } = await checkout();
      await open("lightning");
      const [invoice] = await invoices();
      const id = invoice?.id ?? 0;
      const before = await countUnknown(db, after(unknownAt));
      if (unpaidAt !== null) await recordUnpaid(db, [id], after(unpaidAt));
      for (const later of [0, 20 * MINUTE_MS, 2 * DAY_MS])
        await recordUnknown(db, id, after(unknownAt + later));
      expect((await countUnknown(db, after(unknownAt))) - before).toBe(alarms);
      expect((await invoices())[0]?.nextCheckAt).toBeNull();
      await recordUnpaid(db, [id], after(unknownAt));
    });
  });

  test("a settle index is that of the node that told it", async () => {
    const { db, open, invoices, pay } = await checkout();
    await open("lightning");
    const [invoice] = await invoices();
    await pay(invoice?.paymentHash ?? "");
    const index = await lastSettleIndex(db, SIMULATED_NODE);
    expect(index).toBeGreaterThan(0);
    expect(await lastSettleIndex(db, null), "of the node of the newest invoice").toBe(index);
    expect(await lastSettleIndex(db, `03${"22".repeat(32)}`)).toBe(0);
  });

  test("an unpaid order is rejected only after the node said that its invoice ended unpaid", async () => {
    const { db, id, open, confirm, invoices } = await checkout();
    await open("lightning");
    await confirm();
    const late = after(26 * HOUR_MS);
    const status = async () => (await orderOfCheckout(db, id))?.status;
    // The address beside the invoice was polled.
    const address = (await orderOfCheckout(db, id))?.bitcoinWallet ?? "";
    await db
      .update(paymentAddresses)
      .set({ lastCheckedAt: late })
      .where(eq(paymentAddresses.address, address));
    await rejectUnpaidOrders(db, { policy, now: late });
    expect(await status(), "the node was not asked").toBe("pending");
    const [invoice] = await invoices();
    await recordUnknown(db, invoice?.id ?? 0, late);
    await rejectUnpaidOrders(db, { policy, now: late });
    expect(await status(), "the node does not know").toBe("pending");
    await recordUnpaid(db, [invoice?.id ?? 0], late);
    await rejectUnpaidOrders(db, { policy, now: late });
    expect(await status()).toBe("rejected");
  });
});
