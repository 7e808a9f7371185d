import { expect } from "vitest";
import { expectHistories } from "./history-invariants.ts";
import {
  type CheckoutRow,
  type PaymentState,
  isOnChain,
  type OrderRow,
  type OutputRow,
  type QuoteRow,
  total,
} from "./payment-state.ts";
import { expectAddresses, expectOneAmountAtATime } from "./address-invariants.ts";
import { expectedStatus } from "./reference-model.ts";
import type { World } from "./world.ts";

/** The tolerance of block times when an output is compared with the age of its address. */
const SLACK_MS = 2 * 60 * 60_000;

/** Checks the invariants that hold after every step; `before` is the state of the previous step. */
export function expectInvariants(world: World, before: PaymentState, after: PaymentState): void {
  expectReported(world, after);
  expectAppendOnly(before, after);
  expectAddresses(world, after);
  expectOneAmountAtATime(after);
  expectOneOrderPerCheckout(world, before, after);
  expectHistories(after);
  expectRejectedAfterFinalPoll(world, before, after);
  for (const checkout of after.checkouts) expectAccounted(world, checkout, after);
  expectUnclaimedInReview(after);
}

/** Every output that a source reported is stored once, with the latest report. */
function expectReported(world: World, { outputs }: PaymentState): void {
  const stored = outputs.map(({ address, txid, vout, sats, state, blockHash }) => [
    `${address} ${txid}:${vout}`,
    { sats, state, blockHash },
  ]);
  const reported = [...world.reported].map(([key, { sats, state, blockHash }]) => [
    key,
    { sats, state, blockHash },
  ]);
  expect(Object.fromEntries(stored), "outputs as reported").toEqual(Object.fromEntries(reported));
}

/** Quotes, decisions, outputs and order events are never changed or deleted. */
function expectAppendOnly(before: PaymentState, after: PaymentState): void {
  const expectKept = <Row extends { id: number }>(rows: readonly Row[], earlier: readonly Row[]) =>
    expect(rows.filter(({ id }) => earlier.some((row) => row.id === id))).toEqual(earlier);
  expectKept(after.quotes, before.quotes);
  expectKept(after.decisions, before.decisions);
  const orders = new Set(after.orders.map(({ id }) => id));
  expectKept(
    after.events,
    before.events.filter(({ orderId }) => orders.has(orderId)),
  );
}

/** A checkout has at most one order, which settles once and is deleted only by the purge. */
function expectOneOrderPerCheckout(world: World, before: PaymentState, after: PaymentState): void {
  const checkouts = after.orders.map(({ checkoutId }) => checkoutId);
  expect(new Set(checkouts).size, "one order for each checkout").toBe(checkouts.length);
  for (const order of before.orders) {
    const now = after.orders.find(({ id }) => id === order.id);
    if (now) {
      if (order.settledAt) expect(now.settledAt, "settled once").toEqual(order.settledAt);
      expect(now.totalCents).toBe(order.totalCents);
      continue;
    }
    const age = world.now.getTime() - (order.deletedAt?.getTime() ?? Number.POSITIVE_INFINITY);
    expect(age, "purged a month after it was deleted").toBeGreaterThan(30 * 86_400_000);
    world.purgedAt.set(order.checkoutId, world.now);
  }
}

/** An order is rejected as unpaid only after its complete history was polled past its deadline and was empty. */
function expectRejectedAfterFinalPoll(
  world: World,
  before: PaymentState,
  after: PaymentState,
): void {
  for (const order of after.orders) {
    const was = before.orders.find(({ id }) => id === order.id);
    if (was?.status === "rejected" || order.status !== "rejected") continue;
    if (order.statusReason !== "not paid") continue;
    const mine = after.quotes.filter(({ checkoutId }) => checkoutId === order.checkoutId);
    const end = Math.max(...mine.map(({ expiresAt }) => expiresAt.getTime()));
    const answered = world.polledAt.get(order.bitcoinWallet ?? "");
    expect(answered?.getTime(), "polled after its deadline").toBeGreaterThan(
      end + 24 * 60 * 60_000,
    );
    // Outputs of this very step may not be recorded yet, and outputs of the previous one may have vanished.
    const known = new Set(
      moneyOf(order.checkoutId, before).map(({ txid, vout }) => `${txid}:${vout}`),
    );
    const remaining = moneyOf(order.checkoutId, after).filter(({ txid, vout }) =>
      known.has(`${txid}:${vout}`),
    );
    expect(total(remaining), "nothing was there").toBe(0);
  }
}

/** Unclaimed outputs are in the review, decided, or older than their address. */
function expectUnclaimedInReview({ outputs, addresses, reviews, decisions }: PaymentState): void {
  for (const output of outputs.filter(({ checkoutId }) => checkoutId === null)) {
    const { txid, vout } = output;
    const listed = reviews.some((row) => row.txid === txid && row.vout === vout);
    const undone = new Set(decisions.map(({ undoes }) => undoes));
    const decided = decisions.some(
      (row) => row.txid === txid && row.vout === vout && row.kind !== "undo" && !undone.has(row.id),
    );
    const issued = addresses.find(({ address }) => address === output.address)?.issuedAt;
    const older = output.firstSeenAt.getTime() + SLACK_MS < (issued?.getTime() ?? 0);
    expect({ txid, listed }, "unclaimed output").toEqual({
      txid,
      listed: isOnChain(output) && !decided && !older,
    });
  }
}

/** Every satoshi of a checkout belongs to its order, is unconfirmed, decided, or in the review. */
function expectAccounted(world: World, checkout: CheckoutRow, all: PaymentState): void {
  const money = moneyOf(checkout.id, all);
  const order = all.orders.find(({ checkoutId }) => checkoutId === checkout.id) ?? null;
  const listed = all.reviews.some(({ checkoutId }) => checkoutId === checkout.id);
  if (order) expectStatus(world, checkout, order, all);
  if (money.length === 0) {
    expect(listed, "nothing to decide about").toBe(false);
    return;
  }
  if (!order && checkout.state !== "purged" && !isLessThanAFifth(checkout, total(money), all))
    expect(withoutOrder, "a paid or undecided payment has an order").toContain(
      statusWithoutOrder(world, checkout, all),
    );
  const undone = new Set(all.decisions.map(({ undoes }) => undoes));
  const decided = all.decisions.some(
    (row) =>
      row.checkoutId === checkout.id &&
      (row.kind === "accept" || row.kind === "refund") &&
      !undone.has(row.id) &&
      row.receivedSats >= total(money),
  );
  const soon = all.rechecks.some(({ checkoutId }) => checkoutId === checkout.id);
  if (listed || decided || soon) return;
  const place = { checkout: checkout.id, sats: total(money), order };
  expect({ ...place, lost: whyUnaccounted(world, checkout, order, money, all) }).toEqual({
    ...place,
    lost: null,
  });
}

/** Returns why money outside the review is unaccounted for; null if it is accounted for. */
function whyUnaccounted(
  world: World,
  checkout: CheckoutRow,
  order: OrderRow | null,
  money: readonly OutputRow[],
  all: PaymentState,
): string | null {
  const knownAfter = (moment: Date | undefined) =>
    moment &&
    money.some(({ address, txid, vout }) => {
      const since = world.reported.get(`${address} ${txid}:${vout}`)?.since;
      return since && since > moment;
    });
  if (checkout.state === "purged")
    return knownAfter(world.purgedAt.get(checkout.id)) ? "came after the order was gone" : null;
  const status = order?.paymentStatus ?? statusWithoutOrder(world, checkout, all);
  if (order?.deletedAt && (!order.settledAt || order.settledAt > order.deletedAt))
    return "for an order that was deleted unpaid";
  if (order?.status === "rejected") return "for an order that is rejected";
  if (status === "partial") {
    const mine = all.quotes.filter(({ checkoutId }) => checkoutId === checkout.id);
    const { at } = lastAssessed(world, money);
    return mine.some(({ expiresAt }) => expiresAt >= at) ? null : "partial for ever";
  }
  return status === null || ["detected", "paid", "reversed"].includes(status) ? null : status;
}

/** In unambiguous cases the order has the status of the reference model. */
function expectStatus(
  world: World,
  checkout: CheckoutRow,
  order: OrderRow,
  all: PaymentState,
): void {
  const mine = all.outputs.filter(({ checkoutId }) => checkoutId === checkout.id);
  if (mine.length === 0) return;
  // Changes by time alone are recorded at the next poll of the address.
  const allowed = [
    statusAt(world, checkout, order, all, "then"),
    // A quote of the same moment may be newer than that poll.
    statusAt(world, checkout, order, all, "then", ({ lockedAt }, { at }) => lockedAt < at),
    statusAt(world, checkout, order, all, "now"),
    // Before the clock was set back.
    statusAt(world, checkout, order, all, "latest"),
  ];
  // After the clock was set back, times do not order quotes and polls: any prefix of the quotes is possible.
  const candidates = world.wasSetBack
    ? all.quotes.filter((row) => row.checkoutId === checkout.id)
    : [];
  for (const last of candidates)
    allowed.push(statusAt(world, checkout, order, all, "then", ({ id }) => id <= last.id));
  if (allowed.includes(null)) return;
  expect(allowed, `payment of ${order.id} by the reference model`).toContain(order.paymentStatus);
}

/** So little places no order by itself: it waits in the review. */
function isLessThanAFifth({ id }: CheckoutRow, sats: number, { quotes }: PaymentState): boolean {
  const mine = quotes.filter(({ checkoutId }) => checkoutId === id);
  return mine.length > 0 && mine.every((quote) => sats * 5 < quote.sats);
}

/** The possible payment statuses of a checkout without an order. */
const withoutOrder = [null, "detected", "partial"];

/**
 * Returns the payment status of a checkout without an order. After the clock was set back, a quote can precede the last
 * poll although its time is later: once money is known there are no new quotes.
 */
function statusWithoutOrder(world: World, checkout: CheckoutRow, all: PaymentState) {
  const then = statusAt(world, checkout, null, all, "then");
  const withAllQuotes = statusAt(world, checkout, null, all, "then", () => true);
  return withoutOrder.includes(then) ? then : withAllQuotes;
}

function statusAt(
  world: World,
  checkout: CheckoutRow,
  order: OrderRow | null,
  all: PaymentState,
  when: "then" | "now" | "latest",
  /** Whether the shop knew the quote then: a newer one changes nothing until the next poll. */
  isKnown = ({ lockedAt }: QuoteRow, { at }: { at: Date }) => lockedAt <= at,
) {
  if (all.decisions.some(({ checkoutId }) => checkoutId === checkout.id)) return null;
  const mine = all.outputs.filter(({ checkoutId }) => checkoutId === checkout.id);
  const assessed =
    when === "then" ? lastAssessed(world, mine) : { at: world[when], tip: all.tip[0]?.height ?? 0 };
  const { at, tip } = assessed;
  const quotes = all.quotes.filter(
    (row) => row.checkoutId === checkout.id && (when !== "then" || isKnown(row, assessed)),
  );
  const there = mine.filter(isOnChain).map((output) => ({
    ...output,
    firstSeenAt: world.paidAt(output, mine),
    confirmations: output.blockHeight === null ? 0 : Math.max(1, tip - output.blockHeight + 1),
  }));
  return expectedStatus({
    priceCents: checkout.package.priceCents,
    quotes,
    there,
    settledBefore: order !== null && order.settledAt !== null,
    now: at,
  });
}

/** Returns when, and at which height, the shop last assessed these outputs. */
function lastAssessed(world: World, outputs: readonly OutputRow[]): { at: Date; tip: number } {
  const all = outputs.flatMap(
    ({ address, txid, vout }) => world.reported.get(`${address} ${txid}:${vout}`)?.assessed ?? [],
  );
  const last = all.toSorted((a, b) => a.at.getTime() - b.at.getTime()).at(-1);
  return last ?? { at: world.now, tip: world.tip };
}

function moneyOf(checkoutId: string, { outputs }: PaymentState): OutputRow[] {
  return outputs.filter((output) => output.checkoutId === checkoutId && isOnChain(output));
}
