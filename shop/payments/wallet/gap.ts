/** How many addresses a restored shop skips, as they may have been issued after the backup. */
export const RESTORE_GAP = 1000;

/** True when a wallet with this gap limit may miss payments to the newest addresses. */
export function isBeyondGap(unpaidRun: number, gapLimit: number): boolean {
  return unpaidRun > gapLimit;
}
