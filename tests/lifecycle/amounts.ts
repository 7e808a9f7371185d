import { expect } from "vitest";
import type { Everything } from "./everything.ts";
import type { World } from "./world.ts";

/** No address is two checkouts', nor on the fixed one an amount while it is held. */
export function expectAddresses(world: World, { addresses, quotes }: Everything): void {
  const { kind } = world.addresses;
  if (kind === "xpub") {
    const checkouts = new Set(quotes.map((quote) => `${quote.checkoutId} ${quote.address}`));
    expect(checkouts.size, "an address is one checkout's").toBe(addresses.length);
    expect(addresses.map(({ keyIndex }) => keyIndex).toSorted(byNumber)).toEqual([
      ...addresses.keys(),
    ]);
    return;
  }
  const held = quotes.map(({ checkoutId, sats, topUpSats, lockedAt, expiresAt }) => {
    const until = expiresAt.getTime() + 7 * 24 * 60 * 60_000;
    return { checkoutId, asked: topUpSats ?? sats, from: lockedAt.getTime(), until };
  });
  for (const one of held)
    for (const other of held)
      if (one.checkoutId !== other.checkoutId && one.asked === other.asked)
        expect(
          one.from < other.until && other.from < one.until,
          "an amount is one checkout's",
        ).toBe(false);
}

/** A buyer is asked for another amount only once the one before has ended. */
export function expectOneAmountAtATime({ quotes }: Everything): void {
  const asked = quotes.filter(({ decisionId }) => decisionId === null);
  for (const [i, { checkoutId, lockedAt }] of asked.entries())
    for (const earlier of asked.slice(0, i))
      if (earlier.checkoutId === checkoutId)
        expect(earlier.expiresAt <= lockedAt, "one amount at a time").toBe(true);
}

function byNumber(a: number | null, b: number | null): number {
  return Number(a) - Number(b);
}
