import type { Chain } from "../chain/chain.ts";
import type { Tx, TxOutput } from "../chain/tx.ts";

/** The newest payments, unconfirmed first: each output that is not the wallet's own change. */
export function latestPayments(chain: Chain, limit: number): { tx: Tx; output: TxOutput }[] {
  const { ledger } = chain;
  const found = ledger.mempool().toReversed().flatMap(payments);
  for (let height = ledger.tip.height; height > 0 && found.length < limit; height--) {
    const txs = ledger.blockAt(height)?.txids.flatMap((txid) => ledger.tx(txid) ?? []) ?? [];
    found.push(...txs.toReversed().flatMap(payments));
  }
  return found.slice(0, limit);

  function payments(tx: Tx): { tx: Tx; output: TxOutput }[] {
    if (tx.isCoinbase) return [];
    const outward = tx.outputs.filter(({ script }) => script !== chain.wallet.script);
    return outward.map((output) => ({ tx, output }));
  }
}
