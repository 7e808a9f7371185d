import type { IncomingMessage } from "node:http";
import { Stripe } from "stripe";
import { expect, onTestFinished, test } from "vitest";
import { startServer } from "../../../tests/make.ts";
import { stripeProvider } from "./stripe.server.ts";

/** Stripe, as a test wants it to answer. */
async function stripeThat(
  answer: (request: IncomingMessage) => { status?: number; body: unknown },
) {
  const { url, close } = await startServer((request, response) => {
    const { status = 200, body } = answer(request);
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

/** A message that Stripe has signed. */
function signed(event: unknown) {
  const body = JSON.stringify(event);
  const header = { payload: body, secret: "whsec_1" };
  const signature = Stripe.webhooks.generateTestHeaderString(header);
  return [body, new Headers({ "stripe-signature": signature }), new Date()] as const;
}

test("messages of no concern are taken and say nothing", async () => {
  const provider = await stripeThat(() => ({ body: { data: [] } }));
  const nothing = { ok: true, value: null };
  const read = (type: string, object: unknown) =>
    provider.readMessage(...signed({ type, data: { object } }));
  expect(await read("customer.created", { id: "cus_1" })).toEqual(nothing);
  expect(await read("charge.refunded", { id: "ch_1", payment_intent: null })).toEqual(nothing);
  // A payment that no page of Stripe's brought.
  expect(await read("charge.refunded", { id: "ch_1", payment_intent: "pi_1" })).toEqual(nothing);
  expect(await read("checkout.session.completed", "odd")).toEqual(nothing);
  expect(await provider.readMessage(...signed([]))).toEqual(nothing);
});

test("a refund that has failed at once is none", async () => {
  const provider = await stripeThat(() => ({ body: { id: "re_1", status: "failed" } }));
  const asked = { receipt: "pi_1", cents: 100, currency: "USD", idempotencyKey: "k" };
  expect(await provider.refund(asked)).toEqual({
    ok: false,
    error: { kind: "refused", detail: "Stripe: the refund re_1 is failed" },
  });
  expect(await provider.refund({ ...asked, currency: "JPY", cents: 150 })).toMatchObject({
    error: { kind: "refused" },
  });
});

test("what Stripe says is told with the mark under which it can be looked up", async () => {
  const error = {
    type: "invalid_request_error",
    code: "charge_disputed",
    message: "The charge of mira@example.com has been charged back; key sk_test_1.",
  };
  const provider = await stripeThat(() => ({ status: 400, body: { error } }));
  const asked = { receipt: "pi_1", cents: 100, currency: "USD", idempotencyKey: "k" };
  expect(await provider.refund(asked)).toEqual({
    ok: false,
    error: {
      kind: "refused",
      detail:
        "Stripe: The charge of (an address) has been charged back; key (a key). (charge_disputed, request req_1)",
    },
  });
});

test("somebody else at the same payment is no refusal: it may be tried again", async () => {
  const error = { type: "invalid_request_error", code: "lock_timeout", message: "In use" };
  const provider = await stripeThat(() => ({ status: 429, body: { error } }));
  expect(await provider.ask("cs_1")).toMatchObject({ error: { kind: "unavailable" } });
});

test("no redirect is followed with the key in hand", async () => {
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
  expect(await provider.ask("cs_1")).toMatchObject({ error: { kind: "unavailable" } });
});
