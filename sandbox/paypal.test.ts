import { expect, test } from "vitest";
import { openSandbox } from "./test-sandbox.ts";

const order = (custom_id = "checkout-1") => ({
  intent: "CAPTURE",
  purchase_units: [{ amount: { currency_code: "USD", value: "14.99" }, custom_id }],
  payment_source: {
    paypal: {
      experience_context: {
        user_action: "PAY_NOW",
        return_url: "http://127.0.0.1:3000/back?a=1",
        cancel_url: "http://127.0.0.1:3000/checkout",
      },
    },
  },
});

type ApiResponse = { status: number; body: Record<string, unknown> };

/** Opens a client of the stand-in's API that has an access token. */
async function openPaypal() {
  const sandbox = await openSandbox();
  const { apiUrl, clientId, clientSecret } = sandbox.services.paypal;
  const tokenFor = (secret: string) =>
    fetch(`${apiUrl}/v1/oauth2/token`, {
      method: "POST",
      body: "grant_type=client_credentials",
      headers: { authorization: `Basic ${btoa(`${clientId}:${secret}`)}` },
    });
  const granted = await tokenFor(clientSecret);
  const { access_token: token } = (await granted.json()) as { access_token: string };
  const request = async (
    path: string,
    body?: unknown,
    requestId?: string,
  ): Promise<ApiResponse> => {
    const response = await fetch(`${apiUrl}${path}`, {
      method: body === undefined ? "GET" : "POST",
      body: body === undefined ? null : typeof body === "string" ? body : JSON.stringify(body),
      headers: {
        authorization: `Bearer ${token}`,
        ...(requestId && { "paypal-request-id": requestId }),
      },
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const act = (id: unknown, what: object) =>
    sandbox.send("POST", `/sandbox/hosted-payments/payments/${String(id)}`, what);
  return { ...sandbox, request, act, tokenFor, apiUrl };
}

const issueOf = ({ status, body }: ApiResponse) => {
  const [detail] = (body.details ?? []) as { issue: string }[];
  return `${status} ${detail?.issue}`;
};

test("a token requires the secret, and every route requires a token", async () => {
  const { tokenFor, apiUrl } = await openPaypal();
  const refused = await tokenFor("wrong");
  expect(refused.status).toBe(401);
  expect(await refused.json()).toMatchObject({ error: "invalid_client" });
  const headers = { authorization: "Bearer made-up" };
  const response = await fetch(`${apiUrl}/v2/checkout/orders/1`, { headers });
  expect(response.status).toBe(401);
});

test("an order is approved, captured once, and includes its capture", async () => {
  const { request, act } = await openPaypal();
  const made = await request("/v2/checkout/orders", order(), "k");
  expect(made).toMatchObject({ status: 201, body: { status: "PAYER_ACTION_REQUIRED" } });
  expect(await request("/v2/checkout/orders", order(), "k")).toEqual(made);
  expect(issueOf(await request("/v2/checkout/orders", order("other"), "k"))).toBe(
    "422 DUPLICATE_REQUEST_ID",
  );
  const { id } = made.body;
  const path = `/v2/checkout/orders/${String(id)}`;
  expect(issueOf(await request(`${path}/capture`, {}))).toBe("422 ORDER_NOT_APPROVED");
  await act(id, { act: "pay" });
  expect(await request(path)).toMatchObject({ body: { status: "APPROVED" } });
  const collected = await request(`${path}/capture`, {}, "c");
  expect(collected).toMatchObject({ status: 201, body: { status: "COMPLETED" } });
  expect(await request(`${path}/capture`, {}, "c")).toEqual(collected);
  expect(issueOf(await request(`${path}/capture`, {}))).toBe("422 ORDER_ALREADY_CAPTURED");
  expect(await request(path)).toMatchObject({
    body: {
      purchase_units: [
        {
          custom_id: "checkout-1",
          payments: {
            captures: [{ status: "COMPLETED", amount: { currency_code: "USD", value: "14.99" } }],
          },
        },
      ],
    },
  });
});

test("a refund that fails stays with its order, and the capture is completed again", async () => {
  const { request, act } = await openPaypal();
  const { id } = (await request("/v2/checkout/orders", order())).body;
  await act(id, { act: "pay" });
  const path = `/v2/checkout/orders/${String(id)}`;
  await request(`${path}/capture`, {});
  const payments = async () => {
    const [unit] = (await request(path)).body.purchase_units as { payments: object }[];
    return unit?.payments;
  };
  await act(id, { act: "refund", cents: 499 });
  expect(await payments()).toMatchObject({
    captures: [{ status: "PARTIALLY_REFUNDED" }],
    refunds: [{ status: "COMPLETED", amount: { value: "4.99" } }],
  });
  await act(id, { act: "refund" });
  expect(await payments()).toMatchObject({ captures: [{ status: "REFUNDED" }] });
  await act(id, { act: "refund-fails" });
  expect(await payments()).toMatchObject({
    captures: [{ status: "PARTIALLY_REFUNDED" }],
    refunds: [
      { status: "COMPLETED", amount: { value: "4.99" } },
      { status: "FAILED", amount: { value: "10.00" } },
    ],
  });
  await act(id, { act: "refund-fails" });
  expect(await payments()).toMatchObject({ captures: [{ status: "COMPLETED" }] });
});

test("a declined capture returns the order to its buyer", async () => {
  const { request, act } = await openPaypal();
  const { id } = (await request("/v2/checkout/orders", order())).body;
  await act(id, { act: "pay", declined: true });
  const path = `/v2/checkout/orders/${String(id)}`;
  expect(issueOf(await request(`${path}/capture`, {}))).toBe("422 INSTRUMENT_DECLINED");
  expect(await request(path)).toMatchObject({ body: { status: "PAYER_ACTION_REQUIRED" } });
});

test("errors name their field", async () => {
  const { request } = await openPaypal();
  const wrong = await request("/v2/checkout/orders", { ...order(), colour: "red" });
  expect(issueOf(wrong)).toBe("400 INVALID_PARAMETER_SYNTAX");
  const cheap = order();
  cheap.purchase_units[0]!.amount.value = "14.9";
  expect(await request("/v2/checkout/orders", cheap)).toMatchObject({
    status: 400,
    body: { details: [{ field: "/purchase_units/0/amount/value" }] },
  });
  expect(issueOf(await request("/v2/checkout/orders", "{"))).toBe("400 INVALID_PARAMETER_SYNTAX");
  expect(issueOf(await request("/v2/checkout/orders/nothing"))).toBe("404 INVALID_RESOURCE_ID");
});
