import { describe, expect, test } from "vitest";
import { shopAt, testServices, useService } from "../../tests/providers.ts";

// Webhooks of both providers name their page and are verified.
describe.each(testServices)("webhooks of %s", (method) => {
  const service = useService(method);
  const { open, fetchStatus } = shopAt(service);

  const read = (
    { body, headers }: { body: string; headers: Headers },
    now = new Date(),
    provider = service().provider,
  ) => provider.readWebhook(body, headers, now);

  test("each names its page, in whatever order they arrive", async () => {
    const { reference } = await open();
    const before = service().webhooks().length;
    await service().do(reference, { act: "pay" });
    await service().nextAfter(before);
    await fetchStatus(reference);
    await service().do(reference, { act: "refund", cents: 100 });
    await service().do(reference, { act: "refund-fails" });
    await service().do(reference, { act: "dispute" });
    await service().do(reference, { act: "win" });
    await service().do(reference, { act: "dispute" });
    await service().do(reference, { act: "lose" });
    await service().nextAfter(before + 8);
    for (const message of service().webhooks().slice(before).toReversed())
      expect(await read(message)).toEqual({ ok: true, value: { reference } });
  });

  test("a repeated one returns the same result", async () => {
    const { reference } = await open();
    const before = service().webhooks().length;
    await service().do(reference, { act: "pay" });
    const message = await service().nextAfter(before);
    expect(await read(message)).toEqual(await read(message));
  });

  test("forged ones are rejected", async () => {
    const { reference } = await open();
    const before = service().webhooks().length;
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
    // The signature covers the exact text, not its meaning.
    const compact = JSON.stringify(JSON.parse(body));
    expect(await read({ body: compact, headers })).toEqual(notGenuine);
    expect(await read({ body, headers: without })).toEqual(notGenuine);
    expect(await read({ body, headers: other })).toEqual(notGenuine);
    expect(await read({ body, headers: new Headers() })).toEqual(notGenuine);
    for (const text of ["", "null", "[]", '"x"', `${body}, "a": ${body}`, "{"])
      expect(await read({ body: text, headers })).toEqual(notGenuine);
  });

  test("those for another shop and old ones are rejected", async () => {
    const { reference } = await open();
    const before = service().webhooks().length;
    await service().do(reference, { act: "pay" });
    const message = await service().nextAfter(before);
    const { others } = service().otherClients;
    expect(await read(message, new Date(), others)).toEqual({ ok: false, error: "not-genuine" });
    const minutes = (count: number) => new Date(Date.now() + count * 60_000);
    expect(await read(message, minutes(4))).toMatchObject({ ok: true });
    // Stripe signs each retry again; PayPal retries for three days.
    const late = method === "stripe" ? minutes(6) : minutes(3 * 24 * 60 + 5);
    expect(await read(message, late)).toEqual({ ok: false, error: "not-genuine" });
  });
});
