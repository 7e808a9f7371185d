import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { eventually, startServer } from "../tests/make.ts";
import { openSandbox } from "./test-sandbox.ts";

const session = {
  mode: "payment",
  "line_items[0][quantity]": "1",
  "line_items[0][price_data][currency]": "usd",
  "line_items[0][price_data][unit_amount]": "1499",
  "line_items[0][price_data][product_data][name]": "350 coins",
  client_reference_id: "checkout-1",
  customer_email: "ann@example.test",
  success_url: "http://127.0.0.1:3000/back?session={CHECKOUT_SESSION_ID}",
  cancel_url: "http://127.0.0.1:3000/checkout",
};

type ApiResponse = { status: number; body: Record<string, unknown> };

/** Opens a client of the stand-in's API. */
async function openStripe() {
  const sandbox = await openSandbox();
  const { apiUrl, secretKey, webhookSecret } = sandbox.services.stripe;
  const request = async (
    path: string,
    fields?: Record<string, string>,
    { key = secretKey, idempotencyKey }: { key?: string; idempotencyKey?: string } = {},
  ): Promise<ApiResponse> => {
    const response = await fetch(`${apiUrl}/v1${path}`, {
      method: fields ? "POST" : "GET",
      body: fields ? new URLSearchParams(fields) : null,
      headers: {
        authorization: `Bearer ${key}`,
        ...(idempotencyKey && { "idempotency-key": idempotencyKey }),
      },
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  return { ...sandbox, request, webhookSecret };
}

const errorOf = ({ status, body }: ApiResponse) => ({ status, ...(body.error as object) });

test("every route requires the key, and errors do not repeat a wrong one", async () => {
  const { request } = await openStripe();
  const response = await request("/checkout/sessions", session, {
    key: "sk_test_of_another_account",
  });
  expect(errorOf(response)).toMatchObject({ status: 401, type: "invalid_request_error" });
  expect(JSON.stringify(response)).not.toContain("of_another_account");
});

test("errors of a session name their parameter", async () => {
  const { request } = await openStripe();
  const wrong = async (changes: Record<string, string>) =>
    errorOf(await request("/checkout/sessions", { ...session, ...changes }));
  expect(await wrong({ color: "red" })).toMatchObject({
    status: 400,
    code: "parameter_unknown",
    param: "color",
  });
  const amount = "line_items[0][price_data][unit_amount]";
  expect(await wrong({ [amount]: "14.99" })).toMatchObject({ status: 400, param: amount });
  expect(await wrong({ [amount]: "49" })).toMatchObject({ code: "amount_too_small" });
  expect(await wrong({ customer_email: "ann" })).toMatchObject({ param: "customer_email" });
  const soon = Math.floor(Date.now() / 1000) + 60;
  expect(await wrong({ expires_at: String(soon) })).toMatchObject({ param: "expires_at" });
  expect(await wrong({ "__proto__[x]": "1" })).toMatchObject({ status: 400 });
});

test("an idempotency key runs once, and is rejected with other parameters", async () => {
  const { request, get } = await openStripe();
  const once = (fields: Record<string, string>) =>
    request("/checkout/sessions", fields, { idempotencyKey: "k" });
  const first = await once(session);
  expect(first).toMatchObject({ status: 200, body: { status: "open", payment_intent: null } });
  expect(await once(session)).toEqual(first);
  expect(errorOf(await once({ ...session, client_reference_id: "checkout-2" }))).toMatchObject({
    status: 400,
    type: "idempotency_error",
  });
  expect(await get("/sandbox/hosted-payments/payments")).toHaveLength(1);
});

test("a session is expanded only on request, and found by its payment", async () => {
  const { request, send } = await openStripe();
  const { id } = (await request("/checkout/sessions", session)).body;
  await send("POST", `/sandbox/hosted-payments/payments/${String(id)}`, { act: "pay" });
  const plain = (await request(`/checkout/sessions/${String(id)}`)).body;
  expect(plain).toMatchObject({ status: "complete", payment_status: "paid", url: null });
  expect(plain.payment_intent).toMatch(/^pi_/);
  const whole = await request(
    `/checkout/sessions/${String(id)}?${new URLSearchParams({ "expand[0]": "payment_intent.latest_charge" })}`,
  );
  expect(whole.body.payment_intent).toMatchObject({
    id: plain.payment_intent,
    latest_charge: { amount: 1499, amount_refunded: 0, currency: "usd", status: "succeeded" },
  });
  const found = await request(`/checkout/sessions?payment_intent=${String(plain.payment_intent)}`);
  expect(found.body).toMatchObject({ object: "list", data: [{ id }], has_more: false });
  expect(errorOf(await request(`/checkout/sessions/${String(id)}/expire`, {}))).toMatchObject({
    status: 400,
    message: expect.stringContaining("complete"),
  });
  expect(errorOf(await request("/checkout/sessions/cs_test_x"))).toMatchObject({
    status: 404,
    code: "resource_missing",
  });
});

test("a refund that fails stays on the list, and the charge is not refunded any more", async () => {
  const { request, send } = await openStripe();
  const { id } = (await request("/checkout/sessions", session)).body;
  const act = (what: string) =>
    send<{ money: { id: string } }>("POST", `/sandbox/hosted-payments/payments/${String(id)}`, {
      act: what,
    });
  const { money } = await act("pay");
  const charge = async () => {
    const expand = new URLSearchParams({ "expand[0]": "payment_intent.latest_charge" });
    const { body } = await request(`/checkout/sessions/${String(id)}?${expand}`);
    return (body.payment_intent as { latest_charge: object }).latest_charge;
  };
  const refunds = () => request(`/refunds?payment_intent=${money.id}&limit=100`);
  const sent = await request("/refunds", { payment_intent: money.id, amount: "499" });
  expect(sent.body).toMatchObject({ object: "refund", amount: 499, status: "succeeded" });
  expect(await charge()).toMatchObject({ amount_refunded: 499, refunded: false });
  expect((await refunds()).body).toMatchObject({ object: "list", data: [sent.body] });

  await act("refund-fails");
  expect(await charge()).toMatchObject({ amount_refunded: 0, refunded: false });
  const failed = { ...sent.body, status: "failed", failure_reason: "expired_or_canceled_card" };
  expect((await refunds()).body).toMatchObject({ data: [failed], has_more: false });
  await expect(act("refund-fails")).rejects.toThrow("There is no refund that could fail");
});

test("events are signed with the time of each attempt, and retried until the shop accepts them", async () => {
  const { request, send, webhookSecret } = await openStripe();
  const attempts: { signature: string; body: string }[] = [];
  const shop = await startServer((request, response) => {
    let body = "";
    request.on("data", (part) => (body += String(part)));
    request.on("end", () => {
      attempts.push({ signature: String(request.headers["stripe-signature"]), body });
      response.statusCode = attempts.length === 1 ? 500 : 200;
      response.end();
    });
  });
  const { id } = (await request("/checkout/sessions", session)).body;
  // The shop does not listen yet: events are delivered later.
  await send("POST", `/sandbox/hosted-payments/payments/${String(id)}`, { act: "pay" });
  await send("PUT", "/sandbox/hosted-payments/shop", { url: shop.url });
  await eventually(() => attempts.length).toBe(2);
  for (const { signature, body } of attempts) {
    const [, time, sum] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
    expect(Math.abs(Number(time) - Date.now() / 1000)).toBeLessThan(60);
    expect(createHmac("sha256", webhookSecret).update(`${time}.${body}`).digest("hex")).toBe(sum);
    expect(JSON.parse(body)).toMatchObject({
      type: "checkout.session.completed",
      data: { object: { id, client_reference_id: "checkout-1" } },
    });
  }
  await shop.close();
});
