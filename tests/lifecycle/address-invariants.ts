import { expect } from "vitest";
import type { PaymentState } from "./payment-state.ts";
import type { World } from "./world.ts";

/** No two checkouts share an address, or on the fixed address a reserved amount. */
export function expectAddresses(world: World, { addresses, quotes }: PaymentState): void {
  const { kind } = world.addresses;
  if (kind === "xpub") {
    const checkouts = new Set(quotes.map((quote) => `${quote.checkoutId} ${quote.address}`));
    expect(checkouts.size, "an address is one checkout's").toBe(addresses.length);
    const indexes = addresses.map(({ keyIndex }) => Number(keyIndex));
    expect(new Set(indexes).size).toBe(addresses.length);
    // Of simultaneous first quotes of a checkout, each reserves an index, and all but one leave a gap.
    const gaps = Math.max(-1, ...indexes) + 1 - addresses.length;
    expect(gaps, "gaps of the counter").toBeLessThanOrEqual(world.simultaneousQuotes);
    return;
  }
  const reserved = quotes.map(({ checkoutId, sats, topUpSats, lockedAt, expiresAt }) => {
    const until = expiresAt.getTime() + 7 * 24 * 60 * 60_000;
    return { checkoutId, due: topUpSats ?? sats, from: lockedAt.getTime(), until };
  });
  for (const one of reserved)
    for (const other of reserved)
      if (one.checkoutId !== other.checkoutId && one.due === other.due)
        expect(
          one.from < other.until && other.from < one.until,
          "an amount is one checkout's",
        ).toBe(false);
}

/** A checkout has a new quote only after the previous one has expired. */
export function expectOneAmountAtATime({ quotes }: PaymentState): void {
  const ordinary = quotes.filter(({ decisionId }) => decisionId === null);
  for (const [i, { checkoutId, lockedAt }] of ordinary.entries())
    for (const earlier of ordinary.slice(0, i))
      if (earlier.checkoutId === checkoutId)
        expect(earlier.expiresAt <= lockedAt, "one amount at a time").toBe(true);
}
