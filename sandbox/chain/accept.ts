import { TxRejection } from "../errors.ts";
import type { Ledger } from "./ledger.ts";
import { isFinal, meetsSequenceLocks } from "./locks.ts";
import { vsize } from "./tx.ts";
import type { Tx } from "./tx.ts";

// Bitcoin Core's JSON-RPC error codes for sendrawtransaction.
const RPC_VERIFY_ERROR = -25;
const RPC_VERIFY_REJECTED = -26;
const RPC_ALREADY_IN_CHAIN = -27;

/** The weight that Core relays at most (MAX_STANDARD_TX_WEIGHT). */
const MAX_TX_WEIGHT = 400_000;

/** The additional fee of a replacement per vbyte, in sats (Core's default incremental relay fee). */
export const INCREMENTAL_FEE = 1;

/**
 * Checks that the mempool can take `tx`: its inputs exist, are mature and unspent, it creates no money,
 * the next block can hold it, and if it conflicts with unconfirmed transactions that it pays more than
 * they do (BIP125). Returns the transactions it replaces; throws TxRejection. Signatures and scripts are
 * not checked: those of the sandbox's own wallet are valid.
 */
export function checkForMempool(ledger: Ledger, tx: Tx): Set<string> {
  if (tx.isCoinbase) throw new TxRejection(RPC_VERIFY_REJECTED, "coinbase");
  if (tx.inputs.length === 0) throw new TxRejection(RPC_VERIFY_REJECTED, "bad-txns-vin-empty");
  if (tx.outputs.length === 0) throw new TxRejection(RPC_VERIFY_REJECTED, "bad-txns-vout-empty");
  if (ledger.place(tx.txid) !== undefined) {
    throw new TxRejection(RPC_ALREADY_IN_CHAIN, "Transaction outputs already in utxo set");
  }
  const outpoints = new Set(tx.inputs.map(({ txid, vout }) => `${txid}:${vout}`));
  if (outpoints.size < tx.inputs.length) {
    throw new TxRejection(RPC_VERIFY_REJECTED, "bad-txns-inputs-duplicate");
  }

  if (tx.weight > MAX_TX_WEIGHT) throw new TxRejection(RPC_VERIFY_REJECTED, "tx-size");
  if (!isFinal(ledger, tx)) throw new TxRejection(RPC_VERIFY_REJECTED, "non-final");

  const conflicts = new Set<string>();
  for (const { txid, vout } of tx.inputs) {
    const spender = ledger.spender(txid, vout);
    const spentInBlock = spender !== undefined && ledger.place(spender.txid) !== undefined;
    if (ledger.output(txid, vout) === undefined || spentInBlock) {
      throw new TxRejection(RPC_VERIFY_ERROR, "bad-txns-inputs-missingorspent");
    }
    if (!ledger.isSpendable(txid)) {
      throw new TxRejection(RPC_VERIFY_REJECTED, "bad-txns-premature-spend-of-coinbase");
    }
    if (spender !== undefined) conflicts.add(spender.txid);
  }
  if (!meetsSequenceLocks(ledger, tx)) {
    throw new TxRejection(RPC_VERIFY_REJECTED, "non-BIP68-final");
  }
  const fee = ledger.fee(tx);
  if (fee < 0) throw new TxRejection(RPC_VERIFY_REJECTED, "bad-txns-in-belowout");

  const replaced = ledger.withDescendants(conflicts);
  if (tx.inputs.some(({ txid }) => replaced.has(txid))) {
    throw new TxRejection(RPC_VERIFY_REJECTED, "bad-txns-spends-conflicting-tx");
  }
  if (replaced.size > 0 && fee < feesOf(ledger, replaced) + vsize(tx) * INCREMENTAL_FEE) {
    throw new TxRejection(RPC_VERIFY_REJECTED, "insufficient fee, rejecting replacement");
  }
  return replaced;
}

/** Sums the fees of these transactions, in sats. */
export function feesOf(ledger: Ledger, txids: Iterable<string>): number {
  return [...txids].reduce((sum, txid) => {
    const tx = ledger.tx(txid);
    return sum + (tx === undefined ? 0 : ledger.fee(tx));
  }, 0);
}
