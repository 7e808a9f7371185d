import { expect, test } from "vitest";
import { newsOf, sessionSchema } from "./session.ts";

const charge = {
  amount: 1499,
  currency: "usd",
  created: 1_790_000_000,
  status: "succeeded",
};

function news(
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
  return newsOf(session, {
    refunds: { data: refunds },
    disputes: { data: disputes.map((status) => ({ status })) },
  });
}

test("a session that some other program made at the same account is none of the shop's", () => {
  expect(news({ client_reference_id: null })).toBeNull();
});

test.each([
  [[], null],
  [["needs_response"], "open"],
  [["under_review"], "open"],
  // A bank's question that may become a dispute, and does not.
  [["warning_needs_response"], "open"],
  [["warning_closed"], "won"],
  [["won"], "won"],
  [["lost"], "lost"],
  [["won", "lost"], "lost"],
  [["lost", "needs_response"], "open"],
  [["appeal_under_review"], "open"],
  [["some_status_of_the_future"], "open"],
])("disputes that are %j make the payment's %s", (statuses, dispute) => {
  expect(news({}, statuses)?.receipts[0]?.dispute).toBe(dispute);
});

test("a failed try on a page that is still open brings nothing", () => {
  const failed = { ...charge, status: "failed" };
  const payment_intent = { id: "pi_1", status: "requires_payment_method", latest_charge: failed };
  expect(news({ status: "open", payment_status: "unpaid", payment_intent })).toMatchObject({
    outcome: "open",
    receipts: [],
  });
});

test("refunds that failed or were called off have bounced, and all others are sent", () => {
  const statuses = [null, "pending", "requires_action", "succeeded", "failed", "canceled"];
  const refunds = statuses.map((status, place) => ({ amount: 10 ** place, status }));
  expect(news({}, [], refunds)?.receipts).toMatchObject([
    { refundedCents: 1111, bouncedCents: 110_000 },
  ]);
});

test("yen are told in hundredths, as all money is", () => {
  const yen = { ...charge, currency: "jpy", amount: 500 };
  const payment_intent = { id: "pi_1", status: "succeeded", latest_charge: yen };
  const refunds = [{ amount: 100, status: "succeeded" }];
  expect(news({ payment_intent }, [], refunds)?.receipts).toMatchObject([
    { cents: 50_000, currency: "JPY", refundedCents: 10_000 },
  ]);
});
