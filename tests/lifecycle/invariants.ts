import { expect } from "vitest";
import { expectHistories } from "./histories.ts";
import {
  type CheckoutRow,
  type Everything,
  isThere,
  type OrderRow,
  type OutputRow,
  type QuoteRow,
  total,
} from "./everything.ts";
import { expectAddresses, expectOneAmountAtATime } from "./amounts.ts";
import { plainStatus } from "./plain-rules.ts";
import type { World } from "./world.ts";

/** How far a block's time may be off before money on an address counts as older than the address. */
const SLACK_MS = 2 * 60 * 60_000;

/** What holds at every moment, whatever happened; `before` is what was written down a step earlier. */
export function expectInvariants(world: World, before: Everything, after: Everything): void {
  expectTold(world, after);
  expectOnlyAdded(before, after);
  expectAddresses(world, after);
  expectOneAmountAtATime(after);
  expectOneOrderEach(world, before, after);
  expectHistories(after);
  expectNoneRejectedBlindly(world, before, after);
  for (const checkout of after.checkouts) expectAccounted(world, checkout, after);
  expectUnclaimedListed(after);
}

/** Every output that a source ever told is there once, with what was told last. */
function expectTold(world: World, { outputs }: Everything): void {
  const stored = outputs.map(({ address, txid, vout, sats, state, blockHash }) => [
    `${address} ${txid}:${vout}`,
    { sats, state, blockHash },
  ]);
  const told = [...world.told].map(([key, { sats, state, blockHash }]) => [
    key,
    { sats, state, blockHash },
  ]);
  expect(Object.fromEntries(stored), "outputs as they were told").toEqual(Object.fromEntries(told));
}

/** Quotes, decisions, outputs and what happened to orders are never changed or lost. */
function expectOnlyAdded(before: Everything, after: Everything): void {
  const kept = <Row extends { id: number }>(rows: readonly Row[], earlier: readonly Row[]) =>
    expect(rows.filter(({ id }) => earlier.some((row) => row.id === id))).toEqual(earlier);
  kept(after.quotes, before.quotes);
  kept(after.decisions, before.decisions);
  const orders = new Set(after.orders.map(({ id }) => id));
  kept(
    after.events,
    before.events.filter(({ orderId }) => orders.has(orderId)),
  );
}

/** A checkout becomes one order; it settles once, for good; it goes only when it is purged. */
function expectOneOrderEach(world: World, before: Everything, after: Everything): void {
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

/** No order is rejected as unpaid unless its whole history was read after its time was over, and had nothing. */
function expectNoneRejectedBlindly(world: World, before: Everything, after: Everything): void {
  for (const order of after.orders) {
    const was = before.orders.find(({ id }) => id === order.id);
    if (was?.status === "rejected" || order.status !== "rejected") continue;
    if (order.statusReason !== "not paid") continue;
    const mine = after.quotes.filter(({ checkoutId }) => checkoutId === order.checkoutId);
    const end = Math.max(...mine.map(({ expiresAt }) => expiresAt.getTime()));
    const answered = world.answeredAt.get(order.bitcoinWallet ?? "");
    expect(answered?.getTime(), "asked about after its day was over").toBeGreaterThan(
      end + 24 * 60 * 60_000,
    );
    // What came in the same moment may be the next to be told, and what was there may have been found gone.
    const known = new Set(
      moneyOf(order.checkoutId, before).map(({ txid, vout }) => `${txid}:${vout}`),
    );
    const stayed = moneyOf(order.checkoutId, after).filter(({ txid, vout }) =>
      known.has(`${txid}:${vout}`),
    );
    expect(total(stayed), "nothing was there").toBe(0);
  }
}

/** Money that no checkout claims waits for somebody, was decided about, or is older than the address. */
function expectUnclaimedListed({ outputs, addresses, reviews, decisions }: Everything): void {
  for (const output of outputs.filter(({ checkoutId }) => checkoutId === null)) {
    const { txid, vout } = output;
    const listed = reviews.some((row) => row.txid === txid && row.vout === vout);
    const undone = new Set(decisions.map(({ undoes }) => undoes));
    const decided = decisions.some(
      (row) => row.txid === txid && row.vout === vout && row.kind !== "undo" && !undone.has(row.id),
    );
    const issued = addresses.find(({ address }) => address === output.address)?.issuedAt;
    const older = output.firstSeenAt.getTime() + SLACK_MS < (issued?.getTime() ?? 0);
    expect({ txid, listed }, "money of nobody's").toEqual({
      txid,
      listed: isThere(output) && !decided && !older,
    });
  }
}

/** Every satoshi of a checkout is its order's, on its way, decided about, or waits for somebody. */
function expectAccounted(world: World, checkout: CheckoutRow, all: Everything): void {
  const money = moneyOf(checkout.id, all);
  const order = all.orders.find(({ checkoutId }) => checkoutId === checkout.id) ?? null;
  const listed = all.reviews.some(({ checkoutId }) => checkoutId === checkout.id);
  if (order) expectStatus(world, checkout, order, all);
  if (money.length === 0) {
    expect(listed, "nothing to decide about").toBe(false);
    return;
  }
  if (!order && checkout.state !== "purged")
    expect(withoutOrder, "what is paid, or to be decided, is an order").toContain(
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
  expect({ ...place, lost: whyLost(world, checkout, order, money, all) }).toEqual({
    ...place,
    lost: null,
  });
}

/** Why money that nobody is asked about is nowhere; null when it is where it belongs. */
function whyLost(
  world: World,
  checkout: CheckoutRow,
  order: OrderRow | null,
  money: readonly OutputRow[],
  all: Everything,
): string | null {
  const knownAfter = (moment: Date | undefined) =>
    moment &&
    money.some(({ address, txid, vout }) => {
      const since = world.told.get(`${address} ${txid}:${vout}`)?.since;
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
    const { at } = lastConcluded(world, money);
    return mine.some(({ expiresAt }) => expiresAt >= at) ? null : "partial for ever";
  }
  return status === null || ["detected", "paid", "reversed"].includes(status) ? null : status;
}

/** In the clear cases the order says what the plain rules say. */
function expectStatus(world: World, checkout: CheckoutRow, order: OrderRow, all: Everything): void {
  const mine = all.outputs.filter(({ checkoutId }) => checkoutId === checkout.id);
  if (mine.length === 0) return;
  // What time alone changes is written down when the address is looked at next.
  const allowed = [
    statusAt(world, checkout, order, all, "then"),
    // An amount that was asked for in the same moment may have come after that look.
    statusAt(world, checkout, order, all, "then", ({ lockedAt }, { at }) => lockedAt < at),
    statusAt(world, checkout, order, all, "now"),
    // Before the clock was set back.
    statusAt(world, checkout, order, all, "latest"),
  ];
  // Where it was set back, times do not tell which amounts the shop knew of when it looked: the first ones.
  const asked = world.wasSetBack ? all.quotes.filter((row) => row.checkoutId === checkout.id) : [];
  for (const last of asked)
    allowed.push(statusAt(world, checkout, order, all, "then", ({ id }) => id <= last.id));
  if (allowed.includes(null)) return;
  expect(allowed, `payment of ${order.id} by the plain rules`).toContain(order.paymentStatus);
}

/** What a payment can be that has not become an order. */
const withoutOrder = [null, "detected", "partial"];

/**
 * What the payment of a checkout without an order is. Where the clock was set back behind an amount, that was asked
 * for before the shop last looked, although by its time it was not: once money is known there are no new amounts.
 */
function statusWithoutOrder(world: World, checkout: CheckoutRow, all: Everything) {
  const then = statusAt(world, checkout, null, all, "then");
  const withLater = statusAt(world, checkout, null, all, "then", () => true);
  return withoutOrder.includes(then) ? then : withLater;
}

function statusAt(
  world: World,
  checkout: CheckoutRow,
  order: OrderRow | null,
  all: Everything,
  when: "then" | "now" | "latest",
  /** Which amounts the shop knew of then: one that was asked for since changes nothing until it looks again. */
  isKnown = ({ lockedAt }: QuoteRow, { at }: { at: Date }) => lockedAt <= at,
) {
  if (all.decisions.some(({ checkoutId }) => checkoutId === checkout.id)) return null;
  const mine = all.outputs.filter(({ checkoutId }) => checkoutId === checkout.id);
  const look =
    when === "then"
      ? lastConcluded(world, mine)
      : { at: world[when], tip: all.tip[0]?.height ?? 0 };
  const { at, tip } = look;
  const quotes = all.quotes.filter(
    (row) => row.checkoutId === checkout.id && (when !== "then" || isKnown(row, look)),
  );
  const there = mine.filter(isThere).map((output) => ({
    ...output,
    confirmations: output.blockHeight === null ? 0 : Math.max(1, tip - output.blockHeight + 1),
  }));
  return plainStatus({
    priceCents: checkout.package.priceCents,
    quotes,
    there,
    settledBefore: order !== null && order.settledAt !== null,
    now: at,
  });
}

/** When, and at which height, the shop last looked at these outputs. */
function lastConcluded(world: World, outputs: readonly OutputRow[]): { at: Date; tip: number } {
  const all = outputs.flatMap(
    ({ address, txid, vout }) => world.told.get(`${address} ${txid}:${vout}`)?.concluded ?? [],
  );
  const last = all.toSorted((a, b) => a.at.getTime() - b.at.getTime()).at(-1);
  return last ?? { at: world.now, tip: world.tip };
}

function moneyOf(checkoutId: string, { outputs }: Everything): OutputRow[] {
  return outputs.filter((output) => output.checkoutId === checkoutId && isThere(output));
}
