/** True when a wallet with this gap limit may miss payments to the newest addresses. */
export function isBeyondGap(unpaidRun: number, gapLimit: number): boolean {
  return unpaidRun > gapLimit;
}
