import { z } from "zod";
import { vsize, type Tx } from "../chain/tx.ts";
import type { Block } from "../chain/block.ts";
import { btc } from "./btc.ts";
import { addressOf } from "./descriptors.ts";
import { RPC, RpcError } from "./errors.ts";
import { merkleBlockHex } from "./merkle-block.ts";
import type { Call, Method } from "./node.ts";

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const OP_RETURN = "6a";
const HINT = "Use gettransaction for wallet transactions.";

/** The RPC methods about any transaction (src/rpc/rawtransaction.cpp and txoutproof.cpp). */
export const transactionMethods: Record<string, Method> = {
  getrawtransaction: {
    params: ["txid", "verbose", "blockhash"],
    call: (call, given) => {
      const txid = hash.parse(given.txid);
      const verbosity = Number(given.verbose ?? given.verbosity ?? 0);
      const wanted = hash.optional().parse(given.blockhash);
      const { tx, block } = wanted === undefined ? find(call, txid) : findIn(call, txid, wanted);
      if (verbosity < 1) return tx.hex;
      return {
        ...(wanted !== undefined && { in_active_chain: heightOf(call, block) !== undefined }),
        ...transactionView(tx),
        ...(block && blockView(call, block)),
      };
    },
  },
  gettxoutproof: {
    params: ["txids"],
    call: ({ node, txindex }, given) => {
      const [txid = ""] = z.array(hash).length(1).parse(given.txids);
      const { ledger } = node.chain;
      const place = ledger.place(txid);
      const block = place && ledger.blockAt(place.height);
      // The set of unspent outputs ignores the mempool, and has no output that cannot be spent.
      const isSpent = (vout: number) => {
        const spender = ledger.spender(txid, vout);
        return spender !== undefined && ledger.place(spender.txid) !== undefined;
      };
      const outputs = ledger.tx(txid)?.outputs ?? [];
      const isUnspent = outputs.some(
        ({ script }, vout) => !script.startsWith(OP_RETURN) && !isSpent(vout),
      );
      if (!block || (!isUnspent && !txindex))
        throw new RpcError(RPC.invalidAddressOrKey, "Transaction not yet in block");
      return merkleBlockHex(block, place.position);
    },
  },
};

type Found = { tx: Tx; block?: Block };

/** Finds a transaction in the mempool and, with an index, in the blocks. */
function find({ node, txindex }: Call, txid: string): Found {
  const { ledger } = node.chain;
  const tx = ledger.tx(txid);
  const place = ledger.place(txid);
  if (tx && !place) return { tx };
  if (txindex) {
    if (tx && place) return { tx, block: ledger.blockAt(place.height) };
    throw new RpcError(
      RPC.invalidAddressOrKey,
      `No such mempool or blockchain transaction. ${HINT}`,
    );
  }
  throw new RpcError(
    RPC.invalidAddressOrKey,
    `No such mempool transaction. Use -txindex or provide a block hash to enable blockchain transaction queries. ${HINT}`,
  );
}

function findIn(call: Call, txid: string, blockhash: string): Found {
  const { ledger } = call.node.chain;
  const height = ledger.heightOf(blockhash);
  const block = height === undefined ? ledger.staleBlock(blockhash) : ledger.blockAt(height);
  if (!block) throw new RpcError(RPC.invalidAddressOrKey, "Block hash not found");
  const tx = block.txids.includes(txid) ? ledger.tx(txid) : undefined;
  if (!tx)
    throw new RpcError(
      RPC.invalidAddressOrKey,
      `No such transaction found in the provided block. ${HINT}`,
    );
  return { tx, block };
}

function transactionView(tx: Tx) {
  return {
    txid: tx.txid,
    hash: tx.wtxid,
    version: tx.version,
    size: tx.size,
    vsize: vsize(tx),
    weight: tx.weight,
    locktime: tx.locktime,
    vin: tx.inputs.map(({ txid, vout, sequence }) => ({ txid, vout, sequence })),
    vout: tx.outputs.map(({ value, script }, n) => ({
      value: btc(value),
      n,
      scriptPubKey: { hex: script, address: addressOf(script) },
    })),
    hex: tx.hex,
  };
}

function blockView(call: Call, block: Block) {
  const height = heightOf(call, block);
  if (height === undefined) return { blockhash: block.hash, confirmations: 0 };
  return {
    blockhash: block.hash,
    confirmations: call.node.chain.ledger.tip.height - height + 1,
    time: block.time,
    blocktime: block.time,
  };
}

function heightOf({ node }: Call, block: Block | undefined): number | undefined {
  return block && node.chain.ledger.heightOf(block.hash);
}
