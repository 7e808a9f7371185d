import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import type { Result } from "#lib/result.ts";
import { startServer } from "../../tests/make.ts";
import { openProvider, pageRequest, testServices, useService } from "../../tests/providers.ts";
import type { HostedPage, PageNews, PageRequest } from "./provider.ts";

const HOUR_MS = 60 * 60_000;

/** What was answered, where it has to have been. */
function valueOf<T>(result: Result<T, unknown>): T {
  if (result.ok) return result.value;
  throw new Error(JSON.stringify(result.error));
}

// What both services have to do alike, and the shop to understand alike.
describe.each(testServices)("%s as a payment provider", (method) => {
  const service = useService(method);
  afterEach(() => service().suffer(null));

  const open = async (changes: Partial<PageRequest> = {}) => {
    const request = pageRequest(changes);
    const page: HostedPage = valueOf(await service().provider.openPage(request));
    return { ...page, checkoutId: request.checkoutId, request };
  };
  const ask = async (reference: string, options?: { collect: boolean }) =>
    valueOf(await service().provider.ask(reference, options));
  /** A page that has been paid, and the one receipt of it. */
  const paid = async (act: { cents?: number; currency?: string } = {}) => {
    const page = await open();
    await service().do(page.reference, { act: "pay", ...act });
    return { ...page, receipt: receiptOf(await ask(page.reference)) };
  };
  const receiptOf = (news: PageNews | null) => {
    const [receipt, ...others] = news?.receipts ?? [];
    expect(others).toEqual([]);
    if (!receipt) throw new Error("nothing was received");
    return receipt;
  };
  const refund = (receipt: string, cents: number, key: string = crypto.randomUUID()) =>
    service().provider.refund({ receipt, cents, currency: "USD", idempotencyKey: key });

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

  describe("messages", () => {
    const read = (
      { body, headers }: { body: string; headers: Headers },
      now = new Date(),
      provider = service().provider,
    ) => provider.readMessage(body, headers, now);

    test("each says which page it is about, in whatever order they come", async () => {
      const { reference } = await open();
      const before = service().messages().length;
      await service().do(reference, { act: "pay" });
      await service().nextAfter(before);
      await ask(reference);
      await service().do(reference, { act: "refund", cents: 100 });
      await service().do(reference, { act: "dispute" });
      await service().do(reference, { act: "win" });
      await service().do(reference, { act: "dispute" });
      await service().do(reference, { act: "lose" });
      await service().nextAfter(before + 6);
      for (const message of service().messages().slice(before).toReversed())
        expect(await read(message)).toEqual({ ok: true, value: { reference } });
    });

    test("one that comes twice says the same", async () => {
      const { reference } = await open();
      const before = service().messages().length;
      await service().do(reference, { act: "pay" });
      const message = await service().nextAfter(before);
      expect(await read(message)).toEqual(await read(message));
    });

    test("forged ones are told from genuine ones", async () => {
      const { reference } = await open();
      const before = service().messages().length;
      await service().do(reference, { act: "pay" });
      const { body, headers } = await service().nextAfter(before);
      const notGenuine = { ok: false, error: "not-genuine" };
      const name = method === "stripe" ? "stripe-signature" : "paypal-transmission-sig";
      const signature = headers.get(name) ?? "";
      const without = new Headers(headers);
      without.delete(name);
      const other = new Headers(headers);
      other.set(
        name,
        signature.replace(/.$/, (last) => (last === "0" ? "1" : "0")),
      );

      expect(await read({ body: body.replace(reference, "another"), headers })).toEqual(notGenuine);
      // Only the very text was signed, not what it says.
      const compact = JSON.stringify(JSON.parse(body));
      expect(await read({ body: compact, headers })).toEqual(notGenuine);
      expect(await read({ body, headers: without })).toEqual(notGenuine);
      expect(await read({ body, headers: other })).toEqual(notGenuine);
      expect(await read({ body, headers: new Headers() })).toEqual(notGenuine);
      for (const text of ["", "null", "[]", '"x"', `${body}, "a": ${body}`, "{"])
        expect(await read({ body: text, headers })).toEqual(notGenuine);
    });

    test("those for another shop, and old ones, are not genuine", async () => {
      const { reference } = await open();
      const before = service().messages().length;
      await service().do(reference, { act: "pay" });
      const message = await service().nextAfter(before);
      const { others } = service().strangers;
      expect(await read(message, new Date(), others)).toEqual({ ok: false, error: "not-genuine" });
      const minutes = (count: number) => new Date(Date.now() + count * 60_000);
      expect(await read(message, minutes(4))).toMatchObject({ ok: true });
      // Stripe signs each try anew; PayPal's may be three days on their way.
      const late = method === "stripe" ? minutes(6) : minutes(3 * 24 * 60 + 5);
      expect(await read(message, late)).toEqual({ ok: false, error: "not-genuine" });
    });
  });

  describe("trouble", () => {
    const unavailable = { ok: false, error: { kind: "unavailable", detail: expect.any(String) } };

    test.each(["429-json", "500", "cut-json", "html-200"])(
      "%s is no answer, and nothing is taken for one",
      async (fault) => {
        const { provider, messages, suffer, nextAfter } = service();
        const { reference, receipt } = await paid();
        const { reference: unpaid } = await open();
        const before = messages().length;
        await service().do(reference, { act: "dispute" });
        const message = await nextAfter(before);
        await suffer(fault);
        const back = {
          receipt: receipt.reference,
          cents: 100,
          currency: "USD",
          idempotencyKey: `${fault} ${reference}`,
        };
        expect(await provider.openPage(pageRequest())).toMatchObject(unavailable);
        expect(await provider.ask(reference)).toMatchObject(unavailable);
        expect(await provider.refund(back)).toMatchObject(unavailable);
        if (method === "stripe") expect(await provider.close(unpaid)).toMatchObject(unavailable);
        const read = provider.readMessage(message.body, message.headers, new Date());
        expect(await read).toMatchObject(unavailable);
        await suffer(null);
        // A cut-off answer was work done: with its key it is not done twice.
        valueOf(await provider.refund(back));
        expect(receiptOf(await ask(reference)).refundedCents).toBe(100);
      },
    );

    test("one that does not answer is given up, at once when the caller has gone", async () => {
      const { provider, suffer } = service();
      const { reference } = await open();
      await suffer("timeout");
      const signal = AbortSignal.timeout(100);
      const began = Date.now();
      expect(await provider.ask(reference, { signal })).toMatchObject(unavailable);
      expect(Date.now() - began).toBeLessThan(3000);
      expect(await provider.ask(reference)).toMatchObject(unavailable);
      expect(Date.now() - began).toBeLessThan(16_000);
    });

    test("one that cannot be reached, or breaks off, is no answer", async () => {
      let answers = 0;
      const { url, close } = await startServer((_request, response) => {
        answers += 1;
        response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
        response.write('{"id":', () => response.destroy());
      });
      expect(await openProvider(method, url).ask("anything")).toMatchObject(unavailable);
      expect(answers).toBeGreaterThan(0);
      await close();
      expect(await openProvider(method, url).ask("anything")).toMatchObject(unavailable);
    });

    test("a wrong key is refused, and not told on", async () => {
      const { wrong } = service().strangers;
      for (const result of [await wrong.openPage(pageRequest()), await wrong.ask("anything")]) {
        expect(result).toMatchObject({ ok: false, error: { kind: "refused" } });
        expect(JSON.stringify(result)).not.toContain("sk_test");
      }
    });

    test("a mail address that the service does not take is left out", async () => {
      const { reference, url, request } = await open({ email: "not an@address" });
      const again = valueOf(await service().provider.openPage(request));
      expect(again).toMatchObject({ reference, url });
    });
  });
});
