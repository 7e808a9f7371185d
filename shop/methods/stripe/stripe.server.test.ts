import type { IncomingMessage } from "node:http";
import { Stripe } from "stripe";
import { expect, onTestFinished, test } from "vitest";
import { startServer } from "../../../tests/make.ts";
import { stripeProvider } from "./stripe.server.ts";

/** A Stripe server with the responses of a test. */
async function stripeThat(
  respond: (request: IncomingMessage) => { status?: number; body: unknown },
) {
  const { url, close } = await startServer((request, response) => {
    const { status = 200, body } = respond(request);
    response.writeHead(status, { "content-type": "application/json", "request-id": "req_1" });
    response.end(JSON.stringify(body));
  });
  onTestFinished(close);
  return stripeProvider({
    secretKey: "sk_test_1",
    webhookSecret: "whsec_1",
    apiUrl: url,
    pageOrigins: [],
  });
}

/** A webhook signed by Stripe. */
function signed(event: unknown) {
  const body = JSON.stringify(event);
  const header = { payload: body, secret: "whsec_1" };
  const signature = Stripe.webhooks.generateTestHeaderString(header);
  return [body, new Headers({ "stripe-signature": signature }), new Date()] as const;
}

test("irrelevant webhooks are accepted and return null", async () => {
  const provider = await stripeThat(() => ({ body: { data: [] } }));
  const nothing = { ok: true, value: null };
  const read = (type: string, object: unknown) =>
    provider.readWebhook(...signed({ type, data: { object } }));
  expect(await read("customer.created", { id: "cus_1" })).toEqual(nothing);
  expect(await read("charge.refunded", { id: "ch_1", payment_intent: null })).toEqual(nothing);
  // A payment without a hosted page.
  expect(await read("charge.refunded", { id: "ch_1", payment_intent: "pi_1" })).toEqual(nothing);
  expect(await read("checkout.session.completed", "odd")).toEqual(nothing);
  expect(await provider.readWebhook(...signed([]))).toEqual(nothing);
});

test("a refund that fails immediately is an error", async () => {
  const provider = await stripeThat(() => ({ body: { id: "re_1", status: "failed" } }));
  const refund = { receipt: "pi_1", cents: 100, currency: "USD", idempotencyKey: "k" };
  expect(await provider.refund(refund)).toEqual({
    ok: false,
    error: { kind: "refused", detail: "Stripe: refund re_1 has status failed" },
  });
  expect(await provider.refund({ ...refund, currency: "JPY", cents: 150 })).toMatchObject({
    error: { kind: "refused" },
  });
});

test("Stripe's error is reported with its request id", async () => {
  const error = {
    type: "invalid_request_error",
    code: "charge_disputed",
    message: "The charge of mira@example.com has been charged back; key sk_test_1.",
  };
  const provider = await stripeThat(() => ({ status: 400, body: { error } }));
  const refund = { receipt: "pi_1", cents: 100, currency: "USD", idempotencyKey: "k" };
  expect(await provider.refund(refund)).toEqual({
    ok: false,
    error: {
      kind: "refused",
      detail:
        "Stripe: The charge of (an address) has been charged back; key (a key). (charge_disputed, request req_1)",
    },
  });
});

test("a lock conflict is unavailable, so that it is retried", async () => {
  const error = { type: "invalid_request_error", code: "lock_timeout", message: "In use" };
  const provider = await stripeThat(() => ({ status: 429, body: { error } }));
  expect(await provider.fetchStatus("cs_1")).toMatchObject({ error: { kind: "unavailable" } });
});

test("redirects are not followed, so that the key is not sent elsewhere", async () => {
  const { url, close } = await startServer((_request, response) => {
    response.writeHead(302, { location: "http://127.0.0.1:9/" }).end();
  });
  onTestFinished(close);
  const provider = stripeProvider({
    secretKey: "sk_test_1",
    webhookSecret: "whsec_1",
    apiUrl: url,
    pageOrigins: [],
  });
  expect(await provider.fetchStatus("cs_1")).toMatchObject({ error: { kind: "unavailable" } });
});
