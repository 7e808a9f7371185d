import { z } from "zod";
import { RPC, RpcError } from "./errors.ts";
import type { Method } from "./node.ts";

const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** The RPC methods about the chain and the mempool. */
export const chainMethods: Record<string, Method> = {
  getblockchaininfo: {
    params: [],
    call: ({ node }) => {
      const { height, hash: best, time } = node.chain.ledger.tip;
      return {
        chain: "regtest",
        blocks: height,
        headers: height,
        bestblockhash: best,
        time,
        verificationprogress: 1,
        initialblockdownload: false,
        pruned: false,
        warnings: [],
      };
    },
  },
  getnetworkinfo: {
    params: [],
    call: () => ({ version: 300_000, subversion: "/Satoshi:30.0.0/", protocolversion: 70_016 }),
  },
  getblockcount: { params: [], call: ({ node }) => node.chain.ledger.tip.height },
  getbestblockhash: { params: [], call: ({ node }) => node.chain.ledger.tip.hash },
  getblockhash: {
    params: ["height"],
    call: ({ node }, given) => {
      const block = node.chain.ledger.blockAt(z.int().parse(given.height));
      if (!block) throw new RpcError(RPC.invalidParameter, "Block height out of range");
      return block.hash;
    },
  },
  getblockheader: {
    params: ["blockhash"],
    call: ({ node: { chain } }, given) => {
      const blockHash = hash.parse(given.blockhash);
      const height = chain.ledger.heightOf(blockHash);
      const stale = chain.ledger.staleBlock(blockHash);
      const block = height === undefined ? stale : chain.ledger.blockAt(height);
      if (!block) throw new RpcError(RPC.invalidAddressOrKey, "Block not found");
      const { tip } = chain.ledger;
      return {
        hash: block.hash,
        // A block that is not on the best chain has -1.
        confirmations: height === undefined ? -1 : tip.height - height + 1,
        height: height ?? stale?.height,
        time: block.time,
        previousblockhash: block.previous,
        nTx: block.txids.length,
      };
    },
  },
  getmempoolentry: {
    params: ["txid"],
    call: ({ node: { chain } }, given) => {
      const tx = chain.ledger.tx(hash.parse(given.txid));
      if (!tx || !chain.ledger.inMempool(tx.txid)) {
        throw new RpcError(RPC.invalidAddressOrKey, "Transaction not in mempool");
      }
      return { weight: tx.weight, height: chain.ledger.tip.height };
    },
  },
};
