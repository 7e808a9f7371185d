import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { receiptOf, shopAt, testServices, useService, valueOf } from "../../tests/providers.ts";

const HOUR_MS = 60 * 60_000;

// What both services have to do alike, and the shop to understand alike.
describe.each(testServices)("%s as a payment provider", (method) => {
  const service = useService(method);
  const { open, ask, paid, refund } = shopAt(service);

  test("a page is opened, open until it is paid, and then brings its money once", async () => {
    const began = Date.now();
    const { reference, url, expiresAt, checkoutId } = await open();
    expect(new URL(url).pathname).toMatch(/^\/sandbox\//);
    expect(new URL(url).origin).toBe("http://127.0.0.1:3000");
    expect(expiresAt.getTime()).toBeGreaterThan(began + 2 * HOUR_MS);
    expect(expiresAt.getTime()).toBeLessThanOrEqual(Date.now() + 24 * HOUR_MS);
    const news = { reference, checkoutId };
    expect(await ask(reference)).toEqual({ ...news, outcome: "open", receipts: [] });

    await service().do(reference, { act: "pay" });
    const first = await ask(reference);
    expect(first).toEqual({
      ...news,
      outcome: "paid",
      receipts: [
        {
          reference: expect.any(String),
          cents: 1499,
          currency: "USD",
          refundedCents: 0,
          bouncedCents: 0,
          dispute: null,
          receivedAt: expect.any(Date),
        },
      ],
    });
    expect(Math.abs(receiptOf(first).receivedAt.getTime() - began)).toBeLessThan(HOUR_MS);
    // Asked by two at once, and again.
    expect(await Promise.all([ask(reference), ask(reference)])).toEqual([first, first]);
  });

  test("the same key opens one page, however often and however late", async () => {
    const { reference, url, request } = await open();
    const later = { ...request, now: new Date(Date.now() + HOUR_MS) };
    const again = await Promise.all(
      [request, later].map((one) => service().provider.openPage(one)),
    );
    expect(again.map((one) => valueOf(one))).toEqual([
      { reference, url, expiresAt: expect.any(Date) },
      { reference, url, expiresAt: expect.any(Date) },
    ]);
    const other = await service().provider.openPage({ ...request, cents: 1500 });
    expect(other).toMatchObject({ ok: false, error: { kind: "refused" } });
  });

  test("every amount is asked for, paid and told to the cent", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 50, max: 99_999_999 }), async (cents) => {
        const { reference } = await open({ cents });
        await service().do(reference, { act: "pay" });
        expect(receiptOf(await ask(reference)).cents).toBe(cents);
      }),
      { numRuns: 15 },
    );
  });

  test("what is approved is collected only when it may be", async () => {
    const { reference } = await open();
    await service().do(reference, { act: "pay" });
    const left = await ask(reference, { collect: false });
    // Stripe has collected by then; PayPal waits to be told.
    expect(left?.outcome).toBe(method === "stripe" ? "paid" : "open");
    expect((await ask(reference))?.outcome).toBe("paid");
  });

  test("a payment on its way is processing, and then paid or nothing", async () => {
    const [comes, fails] = [await open(), await open()];
    for (const { reference } of [comes, fails]) {
      await service().do(reference, { act: "pay", later: true });
      expect(await ask(reference)).toMatchObject({ outcome: "processing", receipts: [] });
    }
    await service().do(comes.reference, { act: "settle" });
    await service().do(fails.reference, { act: "fail" });
    expect(await ask(comes.reference)).toMatchObject({ outcome: "paid", receipts: [{}] });
    expect(await ask(fails.reference)).toMatchObject({ outcome: "closed", receipts: [] });
  });

  test("other sums and other currencies are told as they came", async () => {
    const less = await paid({ cents: 1498 });
    expect(less.receipt).toMatchObject({ cents: 1498, currency: "USD" });
    const euros = await paid({ cents: 1499, currency: "EUR" });
    expect(euros.receipt).toMatchObject({ cents: 1499, currency: "EUR" });
    const { reference } = euros.receipt;
    const back = { receipt: reference, cents: 100, currency: "EUR", idempotencyKey: reference };
    valueOf(await service().provider.refund(back));
    expect(receiptOf(await ask(euros.reference)).refundedCents).toBe(100);
  });

  test("nobody pays on a page that has expired", async () => {
    const { reference } = await open();
    await service().do(reference, { act: "expire" });
    // PayPal forgets such an order.
    const news = await ask(reference);
    expect(news && news.outcome).toBe(method === "stripe" ? "closed" : null);
    await expect(service().do(reference, { act: "pay" })).rejects.toThrow("400");
    expect(valueOf(await service().provider.close(reference))).toBeUndefined();
  });

  test("a closed page brings nothing any more, and one that was paid stays paid", async () => {
    const { reference } = await open();
    expect(valueOf(await service().provider.close(reference))).toBeUndefined();
    expect(valueOf(await service().provider.close(reference))).toBeUndefined();
    // At PayPal a buyer may still approve: it is up to the shop not to collect.
    if (method === "paypal") await service().do(reference, { act: "pay" });
    expect(await ask(reference, { collect: false })).toMatchObject({
      outcome: method === "stripe" ? "closed" : "open",
      receipts: [],
    });
    const { reference: done } = await paid();
    expect(valueOf(await service().provider.close(done))).toBeUndefined();
    expect((await ask(done))?.outcome).toBe("paid");
    expect(valueOf(await service().provider.close("cs_test_nothing"))).toBeUndefined();
  });

  test("a page that the service does not know is null", async () => {
    expect(await ask(method === "stripe" ? "cs_test_unknown" : "5O190127TN364715T")).toBeNull();
    expect(await ask("../refunds?x=1#/")).toBeNull();
  });

  test("money goes back in part and whole, once for each key, and never more than came", async () => {
    const { reference, receipt } = await paid();
    const first = valueOf(await refund(receipt.reference, 500, `part-${reference}`));
    const again = valueOf(await refund(receipt.reference, 500, `part-${reference}`));
    expect(again).toEqual(first);
    expect(receiptOf(await ask(reference)).refundedCents).toBe(500);
    expect(await refund(receipt.reference, 1000)).toMatchObject({
      ok: false,
      error: { kind: "refused", detail: expect.any(String) },
    });
    const rest = valueOf(await refund(receipt.reference, 999));
    expect(rest.reference).not.toBe(first.reference);
    expect(await ask(reference)).toMatchObject({
      outcome: "paid",
      receipts: [{ cents: 1499, refundedCents: 1499 }],
    });
    expect(await refund(receipt.reference, 1)).toMatchObject({ error: { kind: "refused" } });
    expect(await refund("nothing", 1)).toMatchObject({ error: { kind: "refused" } });
    // With the same key something else is not done silently.
    expect(await refund(receipt.reference, 400, `part-${reference}`)).toMatchObject({
      error: { kind: "refused" },
    });
  });

  test("what the service sends back by itself is seen", async () => {
    const { reference } = await paid();
    await service().do(reference, { act: "refund", cents: 700 });
    expect(receiptOf(await ask(reference)).refundedCents).toBe(700);
    await service().do(reference, { act: "refund" });
    expect(receiptOf(await ask(reference)).refundedCents).toBe(1499);
  });

  test("what was sent back and does not reach the buyer has bounced, and can be sent once more", async () => {
    const { reference, receipt } = await paid();
    valueOf(await refund(receipt.reference, 499));
    valueOf(await refund(receipt.reference, 1000));
    expect(receiptOf(await ask(reference))).toMatchObject({ refundedCents: 1499, bouncedCents: 0 });
    await service().do(reference, { act: "refund-fails" });
    expect(await ask(reference)).toMatchObject({
      outcome: "paid",
      receipts: [{ cents: 1499, refundedCents: 499, bouncedCents: 1000 }],
    });
    await service().do(reference, { act: "refund-fails" });
    expect(receiptOf(await ask(reference))).toMatchObject({ refundedCents: 0, bouncedCents: 1499 });
    valueOf(await refund(receipt.reference, 1499));
    expect(receiptOf(await ask(reference))).toMatchObject({
      refundedCents: 1499,
      bouncedCents: 1499,
    });
  });

  test("disputes are open, won or lost, and the worst of several counts", async () => {
    const { reference } = await paid();
    const dispute = async () => receiptOf(await ask(reference)).dispute;
    await service().do(reference, { act: "dispute" });
    expect(await dispute()).toBe("open");
    await service().do(reference, { act: "win" });
    expect(await dispute()).toBe("won");
    await service().do(reference, { act: "dispute" });
    expect(await dispute()).toBe("open");
    await service().do(reference, { act: "lose" });
    expect(await dispute()).toBe("lost");
  });
});
