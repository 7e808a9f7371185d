import type { IncomingMessage } from "node:http";
import { describe, expect, onTestFinished, test } from "vitest";
import { startServer } from "../../../tests/make.ts";
import { pageRequest, useService } from "../../../tests/providers.ts";
import { paypalProvider } from "./paypal.server.ts";

interface Answer {
  status?: number;
  body: unknown;
}

const token = { access_token: "t", expires_in: 3600 };
const order = (changes: Record<string, unknown> = {}) => ({
  id: "ORDER1",
  status: "COMPLETED",
  purchase_units: [
    {
      custom_id: "checkout-1",
      payments: {
        captures: [
          {
            id: "CAPTURE1",
            status: "COMPLETED",
            amount: { currency_code: "USD", value: "14.99" },
            create_time: "2026-11-20T08:00:00Z",
          },
        ],
      },
    },
  ],
  ...changes,
});
/** An order whose capture is different. */
const withCapture = (changes: Record<string, unknown>) =>
  order({
    purchase_units: order().purchase_units.map(({ custom_id, payments }) => ({
      custom_id,
      payments: { captures: payments.captures.map((capture) => ({ ...capture, ...changes })) },
    })),
  });
const refusal = (issue: string) => ({ name: "X", details: [{ issue, value: "mira@example.com" }] });

/** A PayPal server with the responses of a test. */
async function paypalThat(respond: (path: string, request: IncomingMessage) => Answer) {
  const requested: string[] = [];
  const { url, close } = await startServer((request, response) => {
    const path = request.url ?? "";
    requested.push(`${request.method} ${path}`);
    const { status = 200, body } = respond(path, request);
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(body));
  });
  onTestFinished(close);
  const access = { clientId: "c", clientSecret: "s", webhookId: "W", apiUrl: url, pageOrigins: [] };
  return { requested, provider: paypalProvider(access) };
}

test("a token is reused, and renewed when PayPal has revoked it", async () => {
  let forgotten = false;
  const { requested, provider } = await paypalThat((path) => {
    if (path === "/v1/oauth2/token") {
      forgotten = false;
      return { body: token };
    }
    if (forgotten) return { status: 401, body: { error: "invalid_token" } };
    return path.startsWith("/v1/customer") ? { body: { items: [] } } : { body: order() };
  });
  const tokens = () => requested.filter((one) => one.includes("token")).length;
  expect(await provider.fetchStatus("ORDER1")).toMatchObject({ value: { outcome: "paid" } });
  expect(await provider.fetchStatus("ORDER1")).toMatchObject({ value: { outcome: "paid" } });
  expect(tokens()).toBe(1);
  forgotten = true;
  expect(await provider.fetchStatus("ORDER1")).toMatchObject({ value: { outcome: "paid" } });
  expect(tokens()).toBe(2);
});

test("payments are read without the permission to read disputes", async () => {
  const { provider } = await paypalThat((path) => {
    if (path === "/v1/oauth2/token") return { body: token };
    if (path.startsWith("/v1/customer")) return { status: 403, body: { name: "NOT_AUTHORIZED" } };
    return { body: order() };
  });
  expect(await provider.fetchStatus("ORDER1")).toMatchObject({
    value: { outcome: "paid", receipts: [{ dispute: null }] },
  });
});

test("an error without PayPal's error body counts as unavailable", async () => {
  const { provider } = await paypalThat(() => ({ status: 403, body: "Access denied" }));
  expect(await provider.fetchStatus("ORDER1")).toMatchObject({ error: { kind: "unavailable" } });
});

test.each([
  ["an order of another program", order({ purchase_units: [{}] }), { ok: true, value: null }],
  ["a new status", order({ status: "FROZEN" }), { error: { kind: "unavailable" } }],
  ["an order that was taken back", order({ status: "VOIDED" }), { value: { outcome: "closed" } }],
  [
    "a payment of a new status",
    withCapture({ status: "HELD", status_details: { reason: "NEW_RULE" } }),
    { value: { outcome: "processing", pendingReason: "NEW_RULE", receipts: [] } },
  ],
  [
    "a payment that waits for the owner",
    withCapture({
      status: "PENDING",
      status_details: { reason: "RECEIVING_PREFERENCE_MANDATES_MANUAL_ACTION" },
    }),
    {
      value: {
        outcome: "processing",
        pendingReason: "RECEIVING_PREFERENCE_MANDATES_MANUAL_ACTION",
      },
    },
  ],
  ["a payment that failed", withCapture({ status: "FAILED" }), { value: { outcome: "closed" } }],
])("%s", async (_what, body, expected) => {
  const { provider } = await paypalThat((path) => {
    if (path === "/v1/oauth2/token") return { body: token };
    return path.startsWith("/v1/customer") ? { body: { items: [] } } : { body };
  });
  expect(await provider.fetchStatus("ORDER1")).toMatchObject(expected);
});

test("a payment with an invalid amount is not reported", async () => {
  const odd = JSON.parse(JSON.stringify(order()).replace("14.99", "14.999")) as unknown;
  const { provider } = await paypalThat((path) => ({
    body: path === "/v1/oauth2/token" ? token : odd,
  }));
  expect(await provider.fetchStatus("ORDER1")).toMatchObject({ error: { kind: "unavailable" } });
});

test.each([
  ["ORDER_ALREADY_CAPTURED", { ok: true, value: { outcome: "open" } }],
  ["TRANSACTION_REFUSED", { ok: true, value: { outcome: "open" } }],
  [
    "PAYEE_ACCOUNT_RESTRICTED",
    {
      ok: false,
      error: { kind: "refused", detail: "PayPal: status 422, PAYEE_ACCOUNT_RESTRICTED" },
    },
  ],
])("when capturing fails with %s", async (issue, expected) => {
  const { provider } = await paypalThat((path) => {
    if (path === "/v1/oauth2/token") return { body: token };
    if (path.endsWith("/capture")) return { status: 422, body: refusal(issue) };
    const purchase_units = [{ custom_id: "checkout-1" }];
    return { body: order({ status: "APPROVED", purchase_units }) };
  });
  expect(await provider.fetchStatus("ORDER1")).toMatchObject(expected);
});

describe("on the stand-in", () => {
  const service = useService("paypal");

  test("a declined payment leaves the page open, and another funding source can pay", async () => {
    const { provider } = service();
    const page = await provider.openPage(pageRequest());
    if (!page.ok) throw new Error(page.error.detail);
    const { reference } = page.value;
    await service().do(reference, { act: "pay", declined: true });
    expect(await provider.fetchStatus(reference)).toMatchObject({
      value: { outcome: "open", receipts: [] },
    });
    await service().do(reference, { act: "pay" });
    expect(await provider.fetchStatus(reference)).toMatchObject({
      value: { outcome: "paid", receipts: [{ cents: 1499 }] },
    });
  });
});
