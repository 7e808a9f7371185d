import { describe, expect, test } from "vitest";
import { shopAt, testServices, useService } from "../../tests/providers.ts";

// Both services' messages name the page they are about, and can be told from forged ones.
describe.each(testServices)("messages of %s", (method) => {
  const service = useService(method);
  const { open, ask } = shopAt(service);

  const read = (
    { body, headers }: { body: string; headers: Headers },
    now = new Date(),
    provider = service().provider,
  ) => provider.readMessage(body, headers, now);

  test("each says which page it is about, in whatever order they come", async () => {
    const { reference } = await open();
    const before = service().webhooks().length;
    await service().do(reference, { act: "pay" });
    await service().nextAfter(before);
    await ask(reference);
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

  test("one that comes twice says the same", async () => {
    const { reference } = await open();
    const before = service().webhooks().length;
    await service().do(reference, { act: "pay" });
    const message = await service().nextAfter(before);
    expect(await read(message)).toEqual(await read(message));
  });

  test("forged ones are told from genuine ones", async () => {
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
    const before = service().webhooks().length;
    await service().do(reference, { act: "pay" });
    const message = await service().nextAfter(before);
    const { others } = service().otherClients;
    expect(await read(message, new Date(), others)).toEqual({ ok: false, error: "not-genuine" });
    const minutes = (count: number) => new Date(Date.now() + count * 60_000);
    expect(await read(message, minutes(4))).toMatchObject({ ok: true });
    // Stripe signs each try anew; PayPal's may be three days on their way.
    const late = method === "stripe" ? minutes(6) : minutes(3 * 24 * 60 + 5);
    expect(await read(message, late)).toEqual({ ok: false, error: "not-genuine" });
  });
});
