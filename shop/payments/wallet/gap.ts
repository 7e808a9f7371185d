/** Wallets look for money until as many addresses in a row were never paid (BIP 44's gap limit). */
export const GAP_LIMIT = 20;

/** How many addresses a restored shop leaves out: those that were handed out after the backup, and nobody remembers. */
export const RESTORE_GAP = 1000;

/** True when a wallet with the usual limit may not see what is paid to the newest addresses. */
export function isBeyondGap(unpaidRun: number): boolean {
  return unpaidRun >= GAP_LIMIT;
}
