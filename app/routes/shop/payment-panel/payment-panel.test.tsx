import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import type { PaymentView } from "#shop/payments/payment-view.ts";
import { paymentUri, unifiedCode } from "#shop/payments/wallet/address.ts";
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
  invoice: { bolt11, uri: `lightning:${bolt11}`, sats: 14_990 },
  unified: null,
  invoiceMayBePaid: true,
  lightningUp: true,
  priceCents: 1499,
  rateCents: 10_000_000,
  marginBasisPoints: 0,
  sources: ["kraken"],
  lockedAt: now,
  expiresAt: new Date(now.getTime() + 3_600_000),
  now,
  held: null,
  isTopUp: false,
  refunds: [],
  lightningPayments: [],
  transactions: [],
  chainUp: true,
};

/** Returns the markup of the panel. */
function panel(changes: Partial<PaymentView>): string {
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
  return renderToStaticMarkup(<Stub />);
}

/** Returns the text of the panel. */
function panelText(changes: Partial<PaymentView>): string {
  return panel(changes).replaceAll(/<[^>]*>/g, " ");
}

/** An open payment by either way, with an invoice of so many characters. */
function openForBoth(address: string, length: number): Partial<PaymentView> {
  const long = `lnbc149900n1${"p".repeat(length - 12)}`;
  return {
    ways: ["both", "lightning", "chain"],
    way: "both",
    chain: { address, uri: paymentUri(address, 14_990, "Satchel") },
    invoice: { bolt11: long, uri: `lightning:${long}`, sats: 14_990 },
    unified: {
      uri: paymentUri(address, 14_990, "Satchel", long),
      code: unifiedCode(address, 14_990, long),
    },
  };
}

test("both ways in one: one link and one code, and the address without a tab", () => {
  const address = "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq";
  const markup = panel(openForBoth(address, 300));
  const uri = `bitcoin:${address}?amount=0.00014990&label=Satchel&lightning=lnbc149900n1ppp`;
  expect(markup).toContain(`href="${uri.replaceAll("&", "&amp;")}`);
  expect(markup).toContain(`data-address="${address}"`);
  for (const text of ["Copy Address", "Copy Invoice", "or 14,990 sats,"])
    expect(markup).toContain(text);
});

// 326 px are the inside of the card on a phone of 360 px. The longest: P2TR, and an invoice with three route hints.
test.each([
  ["bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq", 300],
  ["bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq", 380],
  ["bc1p5d7rjq7g6rdk2yhzks9smlaqtedr4dekq08ge8ztwac72sfr9rusxg3297", 381],
  ["bc1p5d7rjq7g6rdk2yhzks9smlaqtedr4dekq08ge8ztwac72sfr9rusxg3297", 520],
])(
  "a code with %s and an invoice of %s characters has modules of 4 px at 360 px",
  (address, length) => {
    const [, size] =
      /viewBox="0 0 (\d+) \1"[^>]*role="img"/.exec(panel(openForBoth(address, length))) ?? [];
    expect(326 / Number(size)).toBeGreaterThanOrEqual(4);
  },
);

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

test.each<[string, Partial<PaymentView>]>([
  ["on the on-chain tab", { way: "chain", chain }],
  ["with both ways in one", openForBoth("bc1qexample", 300)],
  ["of the outstanding amount", { status: "partial", way: "chain", chain }],
])("the address %s is behind a question while an invoice may be paid", (_, changes) => {
  const asked = /<details[^>]*>\s*<summary>I have not paid<\/summary>.*data-address="bc1qexample"/s;
  expect(panel({ ...changes, lightningUp: false })).toMatch(asked);
  expect(panel({ ...changes, lightningUp: true })).not.toContain("I have not paid");
  const ended = { ...changes, lightningUp: false, invoiceMayBePaid: false };
  expect(panel(ended)).not.toContain("I have not paid");
});
