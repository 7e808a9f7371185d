import type { Ledger } from "./ledger.ts";
import type { Tx, TxInput } from "./tx.ts";

const SEQUENCE_FINAL = 0xffffffff;
/** Lock times below are heights, those from here on are Unix seconds. */
const LOCKTIME_THRESHOLD = 500_000_000;

// BIP68: the fields of a sequence number that is a relative lock.
const SEQUENCE_LOCK_DISABLED = 2 ** 31;
const SEQUENCE_IN_TIME = 2 ** 22;
const SEQUENCE_MASK = 0xffff;
const SEQUENCE_TIME_UNIT = 512;

/** Whether the lock time of `tx` lets the next block hold it (IsFinalTx in Bitcoin Core, with BIP113). */
export function isFinal(ledger: Ledger, tx: Tx): boolean {
  const { height } = ledger.tip;
  const reached = tx.locktime < LOCKTIME_THRESHOLD ? height + 1 : ledger.medianTimeAt(height);
  return tx.locktime < reached || tx.inputs.every(({ sequence }) => sequence === SEQUENCE_FINAL);
}

/**
 * Whether the relative locks of `tx` let the next block hold it (BIP68): each input waits for a number of
 * blocks, or of 512 seconds of median time past, counted from the block that its coin is in.
 */
export function meetsSequenceLocks(ledger: Ledger, tx: Tx): boolean {
  return tx.version < 2 || tx.inputs.every((input) => isUnlocked(ledger, input));
}

function isUnlocked(ledger: Ledger, { txid, sequence }: TxInput): boolean {
  if (sequence >= SEQUENCE_LOCK_DISABLED) return true;
  const next = ledger.tip.height + 1;
  // An unconfirmed coin will be in the next block at the earliest.
  const coinHeight = ledger.place(txid)?.height ?? next;
  const wait = sequence & SEQUENCE_MASK;
  if ((sequence & SEQUENCE_IN_TIME) === 0) return coinHeight + wait <= next;
  const from = ledger.medianTimeAt(coinHeight - 1);
  return from + wait * SEQUENCE_TIME_UNIT <= ledger.medianTimeAt(next - 1);
}
