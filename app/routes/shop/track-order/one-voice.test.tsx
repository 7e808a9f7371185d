import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { describe, expect, test } from "vitest";
import { addMs, HOUR_MS, MINUTE_MS } from "#lib/time.ts";
import type { CompleteMessage } from "#shop/mail/mail-message.ts";
import { renderMail } from "#shop/mail/render.server.tsx";
import { orderStatuses, type OrderStatus, type TrackedOrder } from "#shop/orders/order.ts";
import {
  isSettled,
  type PaymentStatus,
  paymentStatuses,
  type Returned,
} from "#shop/orders/payment-status.ts";
import type { PaymentView } from "#shop/payments/payment-view.ts";
import { TrackView } from "./track-view.tsx";

/** What a text says about an order; two of these at once are a contradiction. */
const says = {
  /** Money is still due. */
  pay: /Send exactly|(?<!not )send the rest|Still to pay|See how to pay|Get a new amount|See the rest|is missing|Not paid yet/,
  /** The coins come. */
  coming:
    /coins next|Coins usually arrive|We then send the coins|Next we send the coins|the coins follow|on its way/,
  /** The order has ended. */
  ended:
    /The coins are in (the|your TikTok) account|Coins sent|was rejected|will not be sent|Will not be sent/,
  /** A person decides. */
  review: /We are reviewing|in review|was confirmed, and then no longer was|sent .* back|sent back/,
} as const;

/** Nobody who has to pay reads that there is nothing left to do. */
const nothingToDo = /nothing more to (do|pay)/i;

const paidAt = new Date("2026-11-20T12:00:00Z");
const now = addMs(paidAt, MINUTE_MS);
const shop = {
  shopName: "Satchel",
  supportEmail: "support@satchel.example",
  appUrl: "https://shop.example",
};

const cases = orderStatuses.flatMap((status) =>
  paymentStatuses.map((payment) => ({ status, payment })),
);

describe("page and mails of an order say one thing", () => {
  test.each(cases)("$status, payment $payment", ({ status, payment }) => {
    const texts = { page: pageOf(status, payment), ...mailsOf(status, payment) };
    const said = Object.values(texts).flatMap((text) =>
      Object.entries(says).flatMap(([what, words]) => (words.test(text) ? [what] : [])),
    );
    const expected = expectedOf(status, payment);
    expect([...new Set(said)], JSON.stringify(texts, null, 2)).toEqual(expected);
    if (expected.includes("pay"))
      for (const text of Object.values(texts)) expect(text).not.toMatch(nothingToDo);
  });
});

describe("a part that went back is called a part", () => {
  test.each(orderStatuses)("of an order that is %s", (status) => {
    const text = pageOf(status, "refunded", { sentBackCents: 100, refundedSats: 1000 });
    expect(text).toContain("Partly refunded");
    expect(text).toContain("partly refunded");
    expect(text).toContain("We have sent a part of this payment back.");
    expect(text).not.toMatch(/We have sent (this|the) payment|ayment was sent back/);
    if (status !== "completed") expect(text).toMatch(/\$1\.00 of (your|the) payment was refunded/);
  });

  test("and as credit", () => {
    const refunds = [{ sats: 1000, creditCents: 100 }];
    const text = pageOf("processing", "refunded", {
      creditedCents: 100,
      refundedSats: 1000,
      refunds,
    });
    expect(text).toContain("We have added a part of this payment to your credit.");
  });
});

/** What is right to say: a person has read this table. */
function expectedOf(status: OrderStatus, payment: PaymentStatus): string[] {
  if (status === "rejected")
    return payment === "refunded" || payment === "review" ? ["ended", "review"] : ["ended"];
  if (payment === "review" || payment === "reversed" || payment === "refunded")
    return status === "completed" ? ["ended", "review"] : ["review"];
  if (status === "completed") return ["ended"];
  if (isSettled(payment) || payment === "detected") return ["coming"];
  return ["pay"];
}

function pageOf(
  status: OrderStatus,
  paymentStatus: PaymentStatus,
  { sentBackCents = 0, creditedCents = 0, ...view }: Partial<PaymentView & Returned> = {},
): string {
  const settled = isSettled(paymentStatus);
  const order: TrackedOrder = {
    ...{ id: "7KQ2M9X", masked: false, status, statusReason: null },
    package: {
      ...{ id: "2", coins: 350, priceCents: 1499, discount: 0, popular: false },
      description: "",
    },
    ...{ tiktokUsername: "mira", tiktokUid: null, email: "mira@example.com" },
    ...{ giftEmail: null, giftMessage: "" },
    ...{ paymentMethod: "bitcoin", byLightning: false, totalCents: 1499, shownIn: null },
    ...{ couponCode: null, couponCents: 0, creditCents: 0 },
    ...{ vatBasisPoints: 0, vatCents: 0, sentBackCents, creditedCents, creditNotes: [] },
    consent: null,
    ...{ createdAt: paidAt, updatedAt: paidAt, settledAt: settled ? paidAt : null },
  };
  const arrival =
    status === "processing" && settled
      ? { text: "Coins usually arrive within 3 hours.", late: false, place: 4 }
      : null;
  const View = () => (
    <TrackView
      topic={null}
      data={{
        ...{ shopName: "Satchel", supportEmail: shop.supportEmail, orderId: order.id },
        ...{ justPlaced: false, priceKnown: true, recent: [], error: null },
        shown: {
          ...{ order, payment: { ...viewOf(paymentStatus), ...view }, otherPayment: null },
          ...{ offers: [], events: [], arrival, needsProof: false, pushKey: null },
          ...{ refund: null, refusedEmail: null, correction: null, conversation: null },
          ...{ asksConsent: null, withdrawal: null },
        },
      }}
      answer={null}
    />
  );
  const Stub = createRoutesStub([{ path: "/track-order", Component: View }]);
  return textOf(renderToStaticMarkup(<Stub initialEntries={["/track-order"]} />));
}

function viewOf(status: PaymentStatus): PaymentView {
  const received = { pending: 0, expired: 0, partial: 5000, review: 5000 }[status as string];
  const receivedSats = received ?? (status === "overpaid" ? 20_000 : 14_990);
  return {
    ...{ status, reason: status === "review" ? "underpaid" : null, dueSats: 14_990, receivedSats },
    ...{ lightningSats: 0, refundedSats: status === "refunded" ? 14_990 : 0 },
    missingSats: Math.max(0, 14_990 - receivedSats),
    ...{ excessSats: Math.max(0, receivedSats - 14_990) },
    ...{ confirmations: isSettled(status) ? 1 : 0, requiredConfirmations: 1 },
    ...{
      ways: ["chain"],
      way: "chain",
      invoice: null,
      unified: null,
      invoiceMayBePaid: false,
      lightningUp: true,
    },
    chain: { address: "bc1qexample", uri: "bitcoin:bc1qexample" },
    ...{ priceCents: 1499, rateCents: 10_000_000, marginBasisPoints: 0, sources: [] },
    ...{ lockedAt: paidAt, expiresAt: addMs(paidAt, HOUR_MS), now, held: null, isTopUp: false },
    ...{ refunds: [], lightningPayments: [], transactions: [], chainUp: true },
  };
}

/** The mails that an order gets when it comes to this state. */
function mailsOf(status: OrderStatus, payment: PaymentStatus): Record<string, string> {
  const order = { orderId: "7KQ2M9X", coins: 350, tiktokUsername: "mira", trackingKey: "key" };
  const due = { address: "bc1qexample", sats: 9990, expiresAt: now.toISOString() };
  const money = { totalCents: 1499, receivedSats: 5000, dueSats: 14_990 };
  const messages: CompleteMessage[] = [];
  if (status === "completed" || status === "rejected") {
    const template = status === "completed" ? "order-completed" : "order-failed";
    messages.push({ template, ...order, totalCents: 1499, reason: null });
  } else if (payment === "partial") {
    const seen = { status: payment, receivedSats: 5000, reason: null };
    messages.push({ template: "rest-to-pay", ...order, receivedSats: 5000, payment: due });
    messages.push({ template: "order-placed", ...order, totalCents: 1499, payment: due, seen });
  } else if (payment === "pending") {
    messages.push({ template: "order-placed", ...order, totalCents: 1499, payment: due });
  } else if (["detected", "paid", "overpaid", "review"].includes(payment)) {
    const known = { status: payment as "paid", reason: payment === "review" ? "underpaid" : null };
    messages.push({ template: "order-payment", ...order, ...money, ...known });
    const seen = { ...known, receivedSats: 5000 };
    messages.push({ template: "order-placed", ...order, totalCents: 1499, payment: null, seen });
  }
  return Object.fromEntries(
    messages.map((message) => {
      const { subject, text } = renderMail(message, shop);
      return [message.template, `${subject}\n${text}`];
    }),
  );
}

function textOf(html: string): string {
  return html.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");
}
