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

// Invalid responses are never taken for a result, and error details contain no secrets.
describe.each(testServices)("failures of %s", (method) => {
  const service = useService(method);
  const { open, fetchStatus, paid } = shopAt(service);
  afterEach(() => service().setFault(null));

  const unavailable = { ok: false, error: { kind: "unavailable", detail: expect.any(String) } };

  test.each(["429-json", "500", "cut-json", "html-200"])(
    "%s is reported as unavailable",
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
      expect(await provider.fetchStatus(reference)).toMatchObject(unavailable);
      expect(await provider.refund(back)).toMatchObject(unavailable);
      if (method === "stripe") expect(await provider.close(unpaid)).toMatchObject(unavailable);
      const read = provider.readWebhook(message.body, message.headers, new Date());
      expect(await read).toMatchObject(unavailable);
      await setFault(null);
      // A truncated response may follow a completed refund: the idempotency key prevents a second one.
      valueOf(await provider.refund(back));
      expect(receiptOf(await fetchStatus(reference)).refundedCents).toBe(100);
    },
  );

  test("a request without a response times out, and ends earlier when the caller aborts", async () => {
    const { provider, setFault } = service();
    const { reference } = await open();
    await setFault("timeout");
    const given: string[] = [];
    const asking = async (who: string, signal?: AbortSignal) => {
      expect(await provider.fetchStatus(reference, signal && { signal })).toMatchObject(
        unavailable,
      );
      given.push(who);
    };
    await Promise.all([asking("waits"), asking("has gone", AbortSignal.timeout(100))]);
    expect(given).toEqual(["has gone", "waits"]);
  });

  test("a refused or dropped connection is reported as unavailable", async () => {
    let connections = 0;
    const { url, close } = await startServer((_request, response) => {
      connections += 1;
      response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
      response.write('{"id":', () => response.destroy());
    });
    expect(await openProvider(method, url).fetchStatus("anything")).toMatchObject(unavailable);
    expect(connections).toBeGreaterThan(0);
    await close();
    expect(await openProvider(method, url).fetchStatus("anything")).toMatchObject(unavailable);
  });

  test("a wrong key is refused, and is not part of the error", async () => {
    const { wrong } = service().otherClients;
    for (const result of [
      await wrong.openPage(pageRequest()),
      await wrong.fetchStatus("anything"),
    ]) {
      expect(result).toMatchObject({ ok: false, error: { kind: "refused" } });
      expect(JSON.stringify(result)).not.toContain("sk_test");
    }
  });

  test("an email address that the provider rejects is left out", async () => {
    const { reference, url, request } = await open({ email: "not an@address" });
    const again = valueOf(await service().provider.openPage(request));
    expect(again).toMatchObject({ reference, url });
  });
});
