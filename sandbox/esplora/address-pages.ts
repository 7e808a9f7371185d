import { scriptOfAddress } from "../chain/network.ts";
import type { Ledger } from "../chain/ledger.ts";
import type { Tx } from "../chain/tx.ts";
import { RequestError } from "../errors.ts";
import type { Faults } from "../http/faults.ts";

const MEMPOOL_LIMIT = 50;
const CHAIN_PAGE = 25;
/** Transactions, unconfirmed and confirmed, that mempool's servers answer with at once. */
const PAGE = { mempool: 50, "mempool-electrum": 10 };

/**
 * Returns pages of the transactions of an address as the kinds of servers do (src/rest.rs of
 * Blockstream/electrs and mempool/electrs; backend/src/api/bitcoin of mempool/mempool).
 */
export function addressPages(ledger: Ledger, server: Faults["esploraServer"]) {
  const historyOf = (address: string) => ledger.history(scriptOfAddress(address));

  return {
    /** The first page; mempool's servers continue it after the transaction `after`. */
    first(address: string, after?: string): Tx[] {
      const { mempool, chain } = historyOf(address);
      if (server === "blockstream") {
        return [...mempool.slice(0, MEMPOOL_LIMIT), ...chain.slice(0, CHAIN_PAGE)];
      }
      const txs = [...mempool, ...chain];
      const seen = after === undefined ? -1 : txs.findIndex(({ txid }) => txid === after);
      if (after !== undefined && seen < 0) throw new RequestError("after_txid not found", 404);
      return txs.slice(seen + 1, seen + 1 + PAGE[server]);
    },
    mempool(address: string): Tx[] {
      if (server === "mempool-electrum") throw missingRoute();
      return historyOf(address).mempool.slice(0, MEMPOOL_LIMIT);
    },
    /** The confirmed transactions before `last`, or the newest ones. */
    chain(address: string, last?: string): Tx[] {
      if (server === "mempool-electrum") throw missingRoute();
      const { chain } = historyOf(address);
      const seen = last === undefined ? -1 : chain.findIndex(({ txid }) => txid === last);
      // As on the real server, nothing follows a transaction that is not in the list.
      if (last !== undefined && seen < 0) return [];
      return chain.slice(seen + 1, seen + 1 + CHAIN_PAGE);
    },
  };
}

function missingRoute(): RequestError {
  return new RequestError("Cannot GET this path", 404);
}
