// The rules of the regtest network that concern more than one block or transaction. Source: Bitcoin Core,
// src/kernel/chainparams.cpp (CRegTestParams) and src/consensus/.

/** A coinbase can be spent in the block this many above its own. */
export const COINBASE_MATURITY = 100;
/** The weight that a block may have at most (BIP141). */
export const MAX_BLOCK_WEIGHT = 4_000_000;
/** The number of blocks whose median time a new block must exceed. */
export const MEDIAN_BLOCKS = 11;

const FIRST_SUBSIDY_SATS = 50 * 100_000_000;
const HALVING_BLOCKS = 150;

/** Returns the block subsidy at this height, in sats, without fees. */
export function subsidyAt(height: number): number {
  return Math.floor(FIRST_SUBSIDY_SATS / 2 ** Math.floor(height / HALVING_BLOCKS));
}

/** Whether a coinbase at `height` can be spent in the block after a tip at `tipHeight`. */
export function isMature(height: number, tipHeight: number): boolean {
  return tipHeight + 1 - height >= COINBASE_MATURITY;
}

/** Returns the median time past (BIP113) after blocks of these times (Unix seconds, oldest first). */
export function medianTimePast(times: readonly number[]): number {
  const newest = times.slice(-MEDIAN_BLOCKS).toSorted((a, b) => a - b);
  return newest[Math.floor(newest.length / 2)] ?? 0;
}
