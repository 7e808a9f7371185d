import { expect, test } from "vitest";
import { pageStatusOf, sessionSchema } from "./session.ts";

const charge = {
  amount: 1499,
  currency: "usd",
  created: 1_790_000_000,
  status: "succeeded",
};

function statusOf(
  changes: Record<string, unknown> = {},
  disputes: string[] = [],
  refunds: { amount: number; status: string | null }[] = [],
) {
  const session = sessionSchema.parse({
    id: "cs_1",
    client_reference_id: "checkout-1",
    status: "complete",
    payment_status: "paid",
    payment_intent: { id: "pi_1", status: "succeeded", latest_charge: charge },
    ...changes,
  });
  return pageStatusOf(session, {
    refunds: { data: refunds },
    disputes: { data: disputes.map((status) => ({ status })) },
  });
}

test("a session created by another application of the account is ignored", () => {
  expect(statusOf({ client_reference_id: null })).toBeNull();
});

test.each([
  [[], null],
  [["needs_response"], "open"],
  [["under_review"], "open"],
  // An inquiry that does not become a dispute.
  [["warning_needs_response"], "open"],
  [["warning_closed"], "won"],
  [["won"], "won"],
  [["lost"], "lost"],
  [["won", "lost"], "lost"],
  [["lost", "needs_response"], "open"],
  [["appeal_under_review"], "open"],
  [["some_status_of_the_future"], "open"],
])("disputes that are %j make the payment's %s", (statuses, dispute) => {
  expect(statusOf({}, statuses)?.receipts[0]?.dispute).toBe(dispute);
});

test("a failed attempt on an open page has no receipt", () => {
  const failed = { ...charge, status: "failed" };
  const payment_intent = { id: "pi_1", status: "requires_payment_method", latest_charge: failed };
  expect(statusOf({ status: "open", payment_status: "unpaid", payment_intent })).toMatchObject({
    outcome: "open",
    receipts: [],
  });
});

test.each([
  ["that Stripe does not name yet", { id: "pi_1", status: "succeeded", latest_charge: null }],
  [
    "that is pending",
    { id: "pi_1", status: "succeeded", latest_charge: { ...charge, status: "pending" } },
  ],
  ["whose payment has another status", { id: "pi_1", status: "canceled", latest_charge: null }],
  ["without a payment", null],
])("a paid session with a charge %s is still processing", (_what, payment_intent) => {
  expect(statusOf({ payment_intent })).toMatchObject({
    outcome: "processing",
    pendingReason: "NO_CHARGE",
    receipts: [],
  });
});

test.each(["no_payment_required", "some_status_of_the_future"])(
  "a session of payment status %s has received nothing",
  (payment_status) => {
    expect(statusOf({ payment_status, payment_intent: null })).toMatchObject({
      outcome: "processing",
    });
  },
);

test("failed and cancelled refunds have bounced, all others are sent", () => {
  const statuses = [null, "pending", "requires_action", "succeeded", "failed", "canceled"];
  const refunds = statuses.map((status, place) => ({ amount: 10 ** place, status }));
  expect(statusOf({}, [], refunds)?.receipts).toMatchObject([
    { refundedCents: 1111, bouncedCents: 110_000 },
  ]);
});

test("yen are reported in hundredths, as all money is", () => {
  const yen = { ...charge, currency: "jpy", amount: 500 };
  const payment_intent = { id: "pi_1", status: "succeeded", latest_charge: yen };
  const refunds = [{ amount: 100, status: "succeeded" }];
  expect(statusOf({ payment_intent }, [], refunds)?.receipts).toMatchObject([
    { cents: 50_000, currency: "JPY", refundedCents: 10_000 },
  ]);
});
