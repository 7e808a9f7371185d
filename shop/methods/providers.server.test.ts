import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { receiptOf, shopAt, testServices, useService, valueOf } from "../../tests/providers.ts";
import { runs } from "../../tests/runs.ts";

const HOUR_MS = 60 * 60_000;

// The contract that both providers fulfil.
describe.each(testServices)("%s as a payment provider", (method) => {
  const service = useService(method);
  const { open, fetchStatus, paid, refund } = shopAt(service);

  test("a page stays open until it is paid, and then has one receipt", async () => {
    const began = Date.now();
    const { reference, url, expiresAt, checkoutId } = await open();
    expect(new URL(url).pathname).toMatch(/^\/sandbox\//);
    expect(new URL(url).origin).toBe("http://127.0.0.1:3000");
    expect(expiresAt.getTime()).toBeGreaterThan(began + 2 * HOUR_MS);
    expect(expiresAt.getTime()).toBeLessThanOrEqual(Date.now() + 24 * HOUR_MS);
    const page = { reference, checkoutId, pendingReason: null };
    expect(await fetchStatus(reference)).toEqual({ ...page, outcome: "open", receipts: [] });

    await service().do(reference, { act: "pay" });
    const first = await fetchStatus(reference);
    expect(first).toEqual({
      ...page,
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
    // Concurrent and repeated polls.
    expect(await Promise.all([fetchStatus(reference), fetchStatus(reference)])).toEqual([
      first,
      first,
    ]);
  });

  test("the same key opens one page, also when repeated later", async () => {
    const { reference, url, request } = await open();
    const repeated = { ...request, now: new Date(Date.now() + HOUR_MS) };
    const again = await Promise.all(
      [request, repeated].map((one) => service().provider.openPage(one)),
    );
    expect(again.map((one) => valueOf(one))).toEqual([
      { reference, url, expiresAt: expect.any(Date) },
      { reference, url, expiresAt: expect.any(Date) },
    ]);
    const other = await service().provider.openPage({ ...request, cents: 1500 });
    expect(other).toMatchObject({ ok: false, error: { kind: "refused" } });
  });

  test("every amount is requested, paid and reported to the cent", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 50, max: 99_999_999 }), async (cents) => {
        const { reference } = await open({ cents });
        await service().do(reference, { act: "pay" });
        expect(receiptOf(await fetchStatus(reference)).cents).toBe(cents);
      }),
      { numRuns: runs(15) },
    );
  });

  test("an approved payment is captured only if `collect` is not false", async () => {
    const { reference } = await open();
    await service().do(reference, { act: "pay" });
    const left = await fetchStatus(reference, { collect: false });
    // Stripe has captured by then; PayPal waits for the shop.
    expect(left?.outcome).toBe(method === "stripe" ? "paid" : "open");
    expect((await fetchStatus(reference))?.outcome).toBe("paid");
  });

  test("a delayed payment is processing, and then paid or closed", async () => {
    const [comes, fails] = [await open(), await open()];
    for (const { reference } of [comes, fails]) {
      await service().do(reference, { act: "pay", later: true });
      expect(await fetchStatus(reference)).toMatchObject({
        outcome: "processing",
        pendingReason: method === "paypal" ? "ECHECK" : null,
        receipts: [],
      });
    }
    await service().do(comes.reference, { act: "settle" });
    await service().do(fails.reference, { act: "fail" });
    expect(await fetchStatus(comes.reference)).toMatchObject({ outcome: "paid", receipts: [{}] });
    expect(await fetchStatus(fails.reference)).toMatchObject({ outcome: "closed", receipts: [] });
  });

  test("other amounts and currencies are reported as received", async () => {
    const less = await paid({ cents: 1498 });
    expect(less.receipt).toMatchObject({ cents: 1498, currency: "USD" });
    const euros = await paid({ cents: 1499, currency: "EUR" });
    expect(euros.receipt).toMatchObject({ cents: 1499, currency: "EUR" });
    const { reference } = euros.receipt;
    const back = { receipt: reference, cents: 100, currency: "EUR", idempotencyKey: reference };
    valueOf(await service().provider.refund(back));
    expect(receiptOf(await fetchStatus(euros.reference)).refundedCents).toBe(100);
  });

  test("an expired page cannot be paid", async () => {
    const { reference } = await open();
    await service().do(reference, { act: "expire" });
    // PayPal forgets such an order.
    const status = await fetchStatus(reference);
    expect(status && status.outcome).toBe(method === "stripe" ? "closed" : null);
    await expect(service().do(reference, { act: "pay" })).rejects.toThrow("400");
    expect(valueOf(await service().provider.close(reference))).toBeUndefined();
  });

  test("a closed page cannot be paid, and a paid one stays paid", async () => {
    const { reference } = await open();
    expect(valueOf(await service().provider.close(reference))).toBeUndefined();
    expect(valueOf(await service().provider.close(reference))).toBeUndefined();
    // At PayPal a buyer may still approve: the shop must not capture.
    if (method === "paypal") await service().do(reference, { act: "pay" });
    expect(await fetchStatus(reference, { collect: false })).toMatchObject({
      outcome: method === "stripe" ? "closed" : "open",
      receipts: [],
    });
    const { reference: done } = await paid();
    expect(valueOf(await service().provider.close(done))).toBeUndefined();
    expect((await fetchStatus(done))?.outcome).toBe("paid");
    expect(valueOf(await service().provider.close("cs_test_nothing"))).toBeUndefined();
  });

  test("a page unknown to the provider is null", async () => {
    expect(
      await fetchStatus(method === "stripe" ? "cs_test_unknown" : "5O190127TN364715T"),
    ).toBeNull();
    expect(await fetchStatus("../refunds?x=1#/")).toBeNull();
  });

  test("refunds are partial or full, once for each key, and never exceed the payment", async () => {
    const { reference, receipt } = await paid();
    const first = valueOf(await refund(receipt.reference, 500, `part-${reference}`));
    const again = valueOf(await refund(receipt.reference, 500, `part-${reference}`));
    expect(again).toEqual(first);
    expect(receiptOf(await fetchStatus(reference)).refundedCents).toBe(500);
    expect(await refund(receipt.reference, 1000)).toMatchObject({
      ok: false,
      error: { kind: "refused", detail: expect.any(String) },
    });
    const rest = valueOf(await refund(receipt.reference, 999));
    expect(rest.reference).not.toBe(first.reference);
    expect(await fetchStatus(reference)).toMatchObject({
      outcome: "paid",
      receipts: [{ cents: 1499, refundedCents: 1499 }],
    });
    expect(await refund(receipt.reference, 1)).toMatchObject({ error: { kind: "refused" } });
    expect(await refund("nothing", 1)).toMatchObject({ error: { kind: "refused" } });
    // A different request with the same key is not ignored silently.
    expect(await refund(receipt.reference, 400, `part-${reference}`)).toMatchObject({
      error: { kind: "refused" },
    });
  });

  test("refunds made at the provider are reported", async () => {
    const { reference } = await paid();
    await service().do(reference, { act: "refund", cents: 700 });
    expect(receiptOf(await fetchStatus(reference)).refundedCents).toBe(700);
    await service().do(reference, { act: "refund" });
    expect(receiptOf(await fetchStatus(reference)).refundedCents).toBe(1499);
  });

  test("a refund that does not reach the buyer has bounced, and can be sent again", async () => {
    const { reference, receipt } = await paid();
    valueOf(await refund(receipt.reference, 499));
    valueOf(await refund(receipt.reference, 1000));
    expect(receiptOf(await fetchStatus(reference))).toMatchObject({
      refundedCents: 1499,
      bouncedCents: 0,
    });
    await service().do(reference, { act: "refund-fails" });
    expect(await fetchStatus(reference)).toMatchObject({
      outcome: "paid",
      receipts: [{ cents: 1499, refundedCents: 499, bouncedCents: 1000 }],
    });
    await service().do(reference, { act: "refund-fails" });
    expect(receiptOf(await fetchStatus(reference))).toMatchObject({
      refundedCents: 0,
      bouncedCents: 1499,
    });
    valueOf(await refund(receipt.reference, 1499));
    expect(receiptOf(await fetchStatus(reference))).toMatchObject({
      refundedCents: 1499,
      bouncedCents: 1499,
    });
  });

  test("disputes are open, won or lost, and the worst of several counts", async () => {
    const { reference } = await paid();
    const dispute = async () => receiptOf(await fetchStatus(reference)).dispute;
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
