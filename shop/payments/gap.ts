/** Wallets look for money until as many addresses in a row were never paid (BIP 44's gap limit). */
export const GAP_LIMIT = 20;

/** True when a wallet with the usual limit may not see what is paid to the newest addresses. */
export function isBeyondGap(unpaidRun: number): boolean {
  return unpaidRun >= GAP_LIMIT;
}
