/** The gap limit of BIP 44: wallets stop looking for money after this many unused addresses in a row. */
export const GAP_LIMIT = 20;

/** How many addresses a restored shop skips, as they may have been issued after the backup. */
export const RESTORE_GAP = 1000;

/** True when a wallet with the usual gap limit may miss payments to the newest addresses. */
export function isBeyondGap(unpaidRun: number): boolean {
  return unpaidRun >= GAP_LIMIT;
}
