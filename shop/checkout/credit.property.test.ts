import fc from "fast-check";
import { expect, test } from "vitest";
import { centsForSats } from "#lib/money.ts";
import {
  assessPurchase,
  balanceOf,
  changeCredit,
  creditedCents,
  followMoney,
  hold,
  openAmount,
  openPureShop,
  type Purchase,
  type PureShop,
  receivedSats,
  SATS_PER_CENT,
  timeIn,
  withdrawAmounts,
} from "../../tests/credit/pure-shop.ts";
import { runs } from "../../tests/runs.ts";
import { dueCents } from "../checkouts/price.ts";
import { activeDecisions } from "../payments/model/payment.ts";
import { isSettled } from "../orders/payment-status.ts";
import { refundedSats } from "../payments/model/refund.ts";
import { checkRefundAmount, proposeRefund } from "../payments/review/review.ts";
import { couponCents } from "../promotions/coupon.ts";

/** What the buyer does in two tabs, the owner and the jobs, in any order. */
const step = fc.record({
  act: fc.constantFrom(
    ...(["select", "use", "use", "take off", "coupon", "amount", "amount", "pay", "pay"] as const),
    ...(["confirm", "give", "take back", "reject", "go on", "refund", "refund"] as const),
    ...(["undo refund", "reconcile", "reconcile", "release", "wait"] as const),
  ),
  buyer: fc.nat({ max: 1 }),
  /** Which of the checkouts or amounts that there are then: nearly always the newest. */
  back: fc.constantFrom(0, 0, 0, 1, 2),
  cents: fc.integer({ min: 1, max: 2000 }),
  percent: fc.constantFrom(0, 15, 50, 100),
  share: fc.constantFrom(1, 1, 1, 0.5, 1.5),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

test("after any story, money in + credit issued = orders settled + credit left + what waits", () => {
  const counts = { free: 0, withdrawn: 0, owed: 0, refunded: 0, released: 0 };
  fc.assert(
    fc.property(fc.array(step, { minLength: 5, maxLength: 40 }), (steps) => {
      const shop = openPureShop();
      for (const each of steps) {
        take(shop, each, counts);
        for (const { cents, owedCents } of shop.balances) {
          expect(Math.min(cents, owedCents)).toBe(0);
          expect(Math.max(cents, owedCents)).toBeGreaterThanOrEqual(0);
          if (owedCents > 0) counts.owed += 1;
        }
      }
      for (const purchase of shop.purchases) reconcile(shop, purchase);
      expectLaw(shop);
    }),
    { numRuns: runs(5000) },
  );
  for (const [what, count] of Object.entries(counts)) expect(count, what).toBeGreaterThan(0);
});

function take(shop: PureShop, step: Step, counts: Record<string, number>): void {
  const { act, buyer, back, cents } = step;
  if (act === "wait") shop.minutes += cents % 150;
  if (act === "give" || act === "take back") {
    const change = act === "give" ? cents : -cents;
    changeCredit(shop, buyer, change);
    shop.issuedCents += change;
  }
  if (act === "select" || shop.purchases.length === 0)
    shop.purchases.push({
      ...{ buyer, package: { priceCents: 1499 }, couponCents: 0, creditCents: 0, heldCents: 0 },
      ...{ quotes: [], outputs: [], decisions: [], order: null },
    });
  const purchase = shop.purchases.at(-1 - (back % shop.purchases.length));
  if (!purchase) throw new Error("no purchase");
  if (!purchase.order) changeCheckout(shop, purchase, step, counts);
  else changeOrder(shop, purchase, step, counts);
  if (act === "pay") pay(shop, purchase, step, counts);
  if (act === "reconcile") reconcile(shop, purchase);
  followMoney(shop, purchase);
}

function changeCheckout(
  shop: PureShop,
  purchase: Purchase,
  { act, percent }: Step,
  counts: Record<string, number>,
): void {
  if (act === "amount") openAmount(shop, purchase);
  if (act === "confirm" && (dueCents(purchase) === 0 || purchase.quotes.length > 0)) {
    const isFree = dueCents(purchase) === 0;
    const settledAt = isFree ? timeIn(shop) : null;
    purchase.order = { status: isFree ? "processing" : "pending", settledAt };
    if (isFree) counts.free = (counts.free ?? 0) + 1;
  }
  // Once money was seen, the price stays as it is.
  if (purchase.order || receivedSats(purchase) > 0) return;
  const before = dueCents(purchase);
  if (act === "use") {
    const { cents } = balanceOf(shop, purchase.buyer);
    purchase.creditCents += Math.min(cents, before);
  }
  if (act === "take off" || act === "release") {
    if (act === "release" && purchase.creditCents > 0) counts.released = (counts.released ?? 0) + 1;
    purchase.creditCents = 0;
  }
  if (act === "coupon") {
    const coupon = { ...COUPON, percent };
    purchase.couponCents = couponCents(coupon, purchase.package.priceCents);
    const most = dueCents({ ...purchase, creditCents: 0 });
    purchase.creditCents = Math.min(purchase.creditCents, most);
  }
  hold(shop, purchase, purchase.creditCents);
  if (dueCents(purchase) === before) return;
  if (purchase.quotes.length > 0) counts.withdrawn = (counts.withdrawn ?? 0) + 1;
  withdrawAmounts(shop, purchase);
}

function changeOrder(
  shop: PureShop,
  purchase: Purchase,
  { act, share }: Step,
  counts: Record<string, number>,
): void {
  const { order, decisions } = purchase;
  if (!order) return;
  if (act === "reject") order.status = "rejected";
  if (act === "go on") order.status = "processing";
  const received = receivedSats(purchase);
  const decide = { receivedSats: received, at: timeIn(shop) };
  if (act === "refund") {
    const left = received - refundedSats(activeDecisions(decisions));
    const excess = assessPurchase(shop, purchase)?.assessment.excessSats ?? 0;
    const proposal = proposeRefund({ left, excess, order: { ...order, deleted: false } });
    const sats = Math.floor((left * share) / SATS_PER_CENT) * SATS_PER_CENT;
    if (checkRefundAmount(sats, proposal, { beyondExcess: true })) return;
    const creditCents = centsForSats(sats, purchase.quotes[0]?.rateCents ?? 0);
    shop.ids += 1;
    const refund = { sats, creditCents };
    decisions.push({ ...decide, id: shop.ids, kind: "refund", undoes: null, refund });
    changeCredit(shop, purchase.buyer, creditCents);
    shop.refundedCents += creditCents;
    counts.refunded = (counts.refunded ?? 0) + 1;
  }
  const undone = activeDecisions(decisions).at(-1);
  if (act === "undo refund" && undone) {
    shop.ids += 1;
    decisions.push({ ...decide, id: shop.ids, kind: "undo", undoes: undone.id, refund: null });
    const cents = creditedCents([undone]);
    changeCredit(shop, purchase.buyer, -cents);
    shop.refundedCents -= cents;
  }
}

/** Pays an amount that was shown, or a part of it, also one that was withdrawn or has ended. */
function pay(
  shop: PureShop,
  purchase: Purchase,
  { share, back }: Step,
  counts: Record<string, number>,
): void {
  const quote = purchase.quotes.at(-1 - (back % Math.max(1, purchase.quotes.length)));
  if (!quote) return;
  const cents = Math.round((quote.sats * share) / SATS_PER_CENT);
  shop.ids += 1;
  purchase.outputs.push({
    ...{ txid: String(shop.ids).padStart(64, "0"), vout: 0, sats: cents * SATS_PER_CENT },
    ...{ firstSeenAt: timeIn(shop), state: "confirmed", blockHeight: 100 },
    ...{ seenByAll: true, rateCents: null, spends: null },
  });
  shop.paidCents += cents;
  if (quote.withdrawnAt) counts.paidWithdrawn = (counts.paidWithdrawn ?? 0) + 1;
}

/** As the job does: an order that ended returns its credit, and takes it again when it goes on. */
function reconcile(shop: PureShop, purchase: Purchase): void {
  if (!purchase.order) return;
  hold(shop, purchase, purchase.order.status === "rejected" ? 0 : purchase.creditCents);
}

function expectLaw(shop: PureShop): void {
  const { balances, purchases, issuedCents, refundedCents, paidCents } = shop;
  const left = balances.reduce((sum, { cents, owedCents }) => sum + cents - owedCents, 0);
  const held = purchases.reduce((sum, purchase) => sum + purchase.heldCents, 0);
  expect(left + held).toBe(issuedCents + refundedCents);
  const places = { settled: 0, waits: 0 };
  for (const purchase of purchases) {
    const { assessment, reason } = assessPurchase(shop, purchase) ?? {};
    if (!assessment) continue;
    const decisions = activeDecisions(purchase.decisions);
    const cents = receivedSats(purchase) / SATS_PER_CENT - creditedCents(decisions);
    expect(cents, "no more is refunded than was paid").toBeGreaterThanOrEqual(0);
    const settles = isSettled(assessment.status) && dueCents(purchase) > 0;
    if (settles && decisions.length === 0)
      expect(cents, "settled by enough").toBeGreaterThanOrEqual(dueCents(purchase) * 0.99);
    const isPartial = assessment.status === "partial";
    if (cents > 0 && !reason && !settles && !isPartial && decisions.length === 0)
      throw new Error(`money is nowhere: ${JSON.stringify(assessment)}`);
    places[settles && !reason ? "settled" : "waits"] += cents;
  }
  expect(paidCents + issuedCents).toBe(places.settled + held + left + places.waits);
}

const COUPON = {
  ...{ code: "HALF", kind: "percent" as const, cents: null, startsOn: null, endsOn: null },
  ...{ minimumCents: 0, packageIds: null, totalLimit: null, customerLimit: null },
  ...{ firstOrderOnly: false, active: true, version: 1 },
};
