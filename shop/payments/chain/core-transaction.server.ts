import { hexToBytes } from "@noble/hashes/utils.js";
import { z } from "zod";
import { displayHash, sha256d } from "./block-header.ts";
import type { ReportedTransaction } from "./chain.ts";
import { coreUnavailable, parseResult, type RpcCall } from "./core-rpc.server.ts";
import type { CallWallet } from "./core-wallet.server.ts";
import { readTransaction } from "./raw-transaction.ts";

/**
 * The errors that mean "cannot be found", from Bitcoin Core's src/rpc/protocol.h: RPC_INVALID_ADDRESS_OR_KEY for an
 * unknown transaction or block, and for a pruned block RPC_MISC_ERROR, or RPC_INTERNAL_ERROR before version 28.
 */
const NOT_FOUND = [-5, -1, -32603];

const rawSchema = z.object({
  hex: z.string(),
  // Both are absent while it is in the mempool; a block off the best chain has 0 confirmations.
  blockhash: z.string().optional(),
  confirmations: z.int().nonnegative().default(0),
});
/** A serialised CMerkleBlock (BIP 37), which begins with the header of the block. */
const proofSchema = z.string().regex(/^[0-9a-f]{160}/);

/**
 * Finds any transaction, also one of others, whether or not the node has an index of transactions (`-txindex`).
 * Without one, `getrawtransaction` finds it in the mempool or in a given block
 * (https://bitcoincore.org/en/doc/27.0.0/rpc/rawtransactions/getrawtransaction), and `gettxoutproof` names the block
 * while an output is unspent (https://bitcoincore.org/en/doc/27.0.0/rpc/blockchain/gettxoutproof). `block` is where it
 * was found before, which works after all outputs are spent, too. Null when the node cannot find it.
 */
export async function findTransaction(
  callWallet: CallWallet,
  txid: string,
  block: string | null,
): Promise<ReportedTransaction | null> {
  return (
    (block === null ? null : await rawTransaction(block)) ??
    (await rawTransaction()) ??
    (await inBlockOfUnspent())
  );

  async function rawTransaction(blockhash?: string): Promise<ReportedTransaction | null> {
    const found = await callIfFound(rawSchema, [
      "getrawtransaction",
      // Named `verbosity` since version 25, with this name as an alias.
      { txid, verbose: 1, ...(blockhash !== undefined && { blockhash }) },
    ]);
    if (!found) return null;
    const { hex, blockhash: hash, confirmations } = found;
    // The index keeps transactions of blocks that are no longer on the best chain.
    if (hash !== undefined && confirmations === 0) return null;
    const transaction = readTransaction(hex);
    if (!transaction.ok || transaction.value.txid !== txid)
      throw coreUnavailable(`sent another transaction than ${txid}`);
    const { outputs } = transaction.value;
    return { outputs, block: hash === undefined ? null : { hash, confirmations } };
  }

  async function inBlockOfUnspent(): Promise<ReportedTransaction | null> {
    const proof = await callIfFound(proofSchema, ["gettxoutproof", { txids: [txid] }]);
    if (proof === null) return null;
    return rawTransaction(displayHash(sha256d(hexToBytes(proof.slice(0, 160)))));
  }

  async function callIfFound<T>(schema: z.core.$ZodType<T>, call: RpcCall): Promise<T | null> {
    const [response] = await callWallet([call]);
    if (response?.error && NOT_FOUND.includes(response.error.code)) return null;
    return parseResult(schema, response);
  }
}
