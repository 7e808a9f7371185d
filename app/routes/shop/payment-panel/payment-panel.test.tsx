import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import type { PaymentView } from "#shop/payments/payment-view.ts";
import { PaymentPanel } from "./payment-panel.tsx";

const NOTHING_TO_DO = "If you have paid, there is nothing to do; we find it.";
const now = new Date("2026-11-20T08:00:00Z");
const bolt11 = `lnbc149900n1${"p".repeat(200)}`;
const chain = { address: "bc1qexample", uri: "bitcoin:bc1qexample" };

const pending: PaymentView = {
  status: "pending",
  reason: null,
  dueSats: 14_990,
  receivedSats: 0,
  lightningSats: 0,
  refundedSats: 0,
  missingSats: 14_990,
  excessSats: 0,
  confirmations: 0,
  requiredConfirmations: 1,
  ways: ["lightning", "chain"],
  way: "lightning",
  chain: null,
  invoice: { bolt11, uri: `lightning:${bolt11}` },
  invoiceMayBePaid: true,
  lightningUp: true,
  priceCents: 1499,
  rateCents: 10_000_000,
  marginBasisPoints: 0,
  sources: ["kraken"],
  lockedAt: now,
  expiresAt: new Date(now.getTime() + 3_600_000),
  now,
  isTopUp: false,
  refunds: [],
  lightningPayments: [],
  transactions: [],
  chainUp: true,
};

/** Returns the text of the panel. */
function panelText(changes: Partial<PaymentView>): string {
  const Panel = () => (
    <PaymentPanel
      payment={{ ...pending, ...changes }}
      screen="checkout"
      orderId={null}
      quoteForm={{ action: "/checkout" }}
      supportEmail="help@example.com"
    />
  );
  const Stub = createRoutesStub([{ path: "/", Component: Panel }]);
  return renderToStaticMarkup(<Stub />).replaceAll(/<[^>]*>/g, " ");
}

test("an invoice is shown with its node up and down; down, whoever has paid has nothing to do", () => {
  expect(panelText({})).toContain(bolt11);
  expect(panelText({})).not.toContain(NOTHING_TO_DO);
  const down = panelText({ lightningUp: false });
  expect(down).toContain(bolt11);
  expect(down).toContain(NOTHING_TO_DO);
});

test.each<[string, Partial<PaymentView>]>([
  ["its node is down, on the on-chain tab", { way: "chain", chain, lightningUp: false }],
  ["its node is down, before there is an address", { way: "chain", lightningUp: false }],
  ["its node does not know it", { invoice: null }],
  ["it ended while its node was down", { status: "expired", invoice: null, lightningUp: false }],
])("an invoice may be paid: %s", (_, changes) => {
  const text = panelText(changes);
  expect(text).toContain(NOTHING_TO_DO);
  expect(text).not.toMatch(/nothing was charged/i);
});

test("without an invoice that may be paid, nothing was charged", () => {
  const none = { invoice: null, invoiceMayBePaid: false };
  expect(panelText(none)).toContain("Nothing was charged");
  const down = panelText({ ...none, ways: ["chain"], way: "chain", lightningUp: false });
  expect(down).toContain("You can pay on-chain instead.");
  expect(down).not.toContain(NOTHING_TO_DO);
});
