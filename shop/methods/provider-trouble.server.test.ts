import { afterEach, describe, expect, test } from "vitest";
import { startServer } from "../../tests/make.ts";
import {
  openProvider,
  pageRequest,
  receiptOf,
  shopAt,
  testServices,
  useService,
  valueOf,
} from "../../tests/providers.ts";

// What is no answer of a service is never taken for one, and tells nobody's secrets.
describe.each(testServices)("trouble with %s", (method) => {
  const service = useService(method);
  const { open, ask, paid } = shopAt(service);
  afterEach(() => service().setFault(null));

  const unavailable = { ok: false, error: { kind: "unavailable", detail: expect.any(String) } };

  test.each(["429-json", "500", "cut-json", "html-200"])(
    "%s is no answer, and nothing is taken for one",
    async (fault) => {
      const { provider, webhooks, setFault, nextAfter } = service();
      const { reference, receipt } = await paid();
      const { reference: unpaid } = await open();
      const before = webhooks().length;
      await service().do(reference, { act: "dispute" });
      const message = await nextAfter(before);
      await setFault(fault);
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
      await setFault(null);
      // A cut-off answer was work done: with its key it is not done twice.
      valueOf(await provider.refund(back));
      expect(receiptOf(await ask(reference)).refundedCents).toBe(100);
    },
  );

  test("one that does not answer is given up, and before that when the caller has gone", async () => {
    const { provider, setFault } = service();
    const { reference } = await open();
    await setFault("timeout");
    const given: string[] = [];
    const asking = async (who: string, signal?: AbortSignal) => {
      expect(await provider.ask(reference, signal && { signal })).toMatchObject(unavailable);
      given.push(who);
    };
    await Promise.all([asking("waits"), asking("has gone", AbortSignal.timeout(100))]);
    expect(given).toEqual(["has gone", "waits"]);
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
    const { wrong } = service().otherClients;
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
