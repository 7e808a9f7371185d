import { z } from "zod";
import type { AddressHistory, BlockRef, ChainSource } from "./chain.ts";
import { coreProblem, CoreError, type CoreRpc, resultOf, type RpcCall } from "./core-rpc.server.ts";
import { type CoreWallet, openCoreWallet } from "./core-wallet.server.ts";

const conflictsSchema = z.object({
  walletconflicts: z.array(z.string()),
  mempoolconflicts: z.array(z.string()).default([]),
});
const entrySchema = z.object({
  // An output whose script has no address has none.
  address: z.string().optional(),
  category: z.string(),
  amount: z.string().regex(/^-?\d{1,8}\.\d{8}$/),
  vout: z.int().nonnegative(),
  txid: z.string().regex(/^[0-9a-f]{64}$/),
  confirmations: z.int(),
  blockhash: z.string().optional(),
  blockheight: z.int().optional(),
  blocktime: z.int().optional(),
  ...conflictsSchema.shape,
});
type Entry = z.output<typeof entrySchema>;

const newsSchema = z.object({
  transactions: z.array(entrySchema),
  removed: z.array(entrySchema).default([]),
  lastblock: z.string(),
});
const tipSchema = z.object({
  blocks: z.int(),
  headers: z.int(),
  bestblockhash: z.string(),
  chain: z.string(),
  initialblockdownload: z.boolean(),
});

const PAGE = 1000;
const MAX_PAGES = 20;
/** As deep as a payment is watched for being taken back. */
const TARGET_CONFIRMATIONS = 6;
/** What Core says about a block or a transaction that it does not know. */
const NOT_FOUND = -5;

/**
 * The chain through Bitcoin Core (23 or later) and a watch-only wallet in it. `listsinceblock` says where
 * something happened; what is there is what the wallet lists of an address, asked anew each time.
 */
export function coreSource(rpc: CoreRpc, wallet: CoreWallet): ChainSource {
  const callWallet = openCoreWallet(rpc, wallet);
  let told = new Map<string, string>();
  const host = { problem: null as string | null, lastResponseAt: null as Date | null };

  const ask: typeof callWallet = async (calls, address) => {
    try {
      const responses = await callWallet(calls, address);
      Object.assign(host, { problem: null, lastResponseAt: new Date() });
      return responses;
    } catch (error) {
      host.problem = error instanceof Error ? error.message : String(error);
      throw error;
    }
  };

  const list = async (address: string) => {
    const found: Entry[] = [];
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const paging = { label: address, count: PAGE, skip: page * PAGE };
      const [listed] = await ask([["listtransactions", paging]], address);
      const entries = resultOf(z.array(entrySchema), listed);
      found.push(...entries);
      if (entries.length < PAGE) return { found, complete: true };
    }
    return { found, complete: false };
  };

  /** Of these transactions those that wait in the mempool: one that left it stays in the wallet's list. */
  const waiting = async (entries: readonly Entry[]) => {
    const txids = [...new Set(entries.filter(isUnconfirmed).map(({ txid }) => txid))];
    if (txids.length === 0) return { txids, inMempool: new Set<string>() };
    const answers = await ask(txids.map((txid): RpcCall => ["getmempoolentry", { txid }]));
    for (const { error } of answers)
      if (error && error.code !== NOT_FOUND) throw new CoreError(error);
    return { txids, inMempool: new Set(txids.filter((_, at) => !answers[at]?.error)) };
  };

  return {
    hosts: () => [
      {
        name: "Bitcoin Core",
        state: host.problem === null ? "answering" : "down",
        requestsLastHour: null,
        requestsPerHour: null,
        ...host,
      },
    ],

    async isUsed(address) {
      return (await list(address)).found.some(isReceived);
    },

    async tip(): Promise<BlockRef> {
      const [info] = await ask([["getblockchaininfo"]]);
      const { blocks, headers, bestblockhash, chain, initialblockdownload } = resultOf(
        tipSchema,
        info,
      );
      // A chain of one's own for tests is always of yesterday.
      if (initialblockdownload && chain !== "regtest")
        throw coreProblem(`is still catching up: block ${blocks} of ${headers}`);
      return { height: blocks, hash: bestblockhash };
    },

    async historyOf(address: string): Promise<AddressHistory> {
      let { found, complete } = await list(address);
      const { txids, inMempool } = await waiting(found);
      // One that has just left the mempool may be in a block by now: what is listed after that decides.
      if (inMempool.size < txids.length) ({ found, complete } = await list(address));
      const outputs = found
        .filter((entry) => entry.address === address && isReceived(entry))
        .filter((entry) => entry.confirmations > 0 || inMempool.has(entry.txid))
        .map((entry) => ({
          txid: entry.txid,
          vout: entry.vout,
          sats: satsOf(entry.amount),
          block: blockOf(entry),
          seenByAll: true,
        }));
      return { outputs, complete };
    },

    async successorOf({ txid }) {
      const [answer] = await ask([["gettransaction", { txid }]]);
      if (answer?.error?.code === NOT_FOUND) return null;
      const { mempoolconflicts, walletconflicts } = resultOf(conflictsSchema, answer);
      return mempoolconflicts[0] ?? walletconflicts[0] ?? null;
    },

    async news(cursor) {
      const since = (blockhash: string | null): RpcCall => [
        "listsinceblock",
        { ...(blockhash && { blockhash }), target_confirmations: TARGET_CONFIRMATIONS },
      ];
      let [listed] = await ask([since(cursor)]);
      // The block is of another node or of a chain that was begun anew: then from the beginning.
      if (listed?.error?.code === NOT_FOUND) [listed] = await ask([since(null)]);
      const { transactions, removed, lastblock } = resultOf(newsSchema, listed);
      // The newest blocks are told again each time, and what was removed may be there again: only changes count.
      const now = traces([
        ...transactions,
        ...removed.map((entry) => ({ ...entry, txid: "removed" })),
      ]);
      const addresses = [...new Set([...told.keys(), ...now.keys()])].filter(
        (address) => told.get(address) !== now.get(address),
      );
      told = now;
      return { addresses, cursor: lastblock };
    },
  };
}

/** By address, all that can change about its outputs but the number of confirmations. */
function traces(entries: readonly Entry[]): Map<string, string> {
  const byAddress = Map.groupBy(entries, ({ address }) => address ?? "");
  byAddress.delete("");
  return new Map(
    [...byAddress].map(([address, ofIt]) => [
      address,
      ofIt
        .map(({ txid, vout, blockhash, confirmations, walletconflicts, mempoolconflicts }) =>
          JSON.stringify([
            txid,
            vout,
            blockhash,
            confirmations < 0,
            walletconflicts,
            mempoolconflicts,
          ]),
        )
        .toSorted()
        .join(),
    ]),
  );
}

function isReceived({ category }: Entry): boolean {
  return category === "receive" || category === "generate";
}

/** Neither in a block (positive) nor against one (negative). */
function isUnconfirmed({ confirmations }: Entry): boolean {
  return confirmations === 0;
}

function blockOf({ blockhash, blockheight, blocktime, confirmations }: Entry) {
  if (confirmations <= 0) return null;
  if (blockhash === undefined || blockheight === undefined || blocktime === undefined)
    throw coreProblem("told of a confirmed payment without its block");
  return { hash: blockhash, height: blockheight, time: new Date(blocktime * 1000) };
}

/** `"0.00014990"` → 14990, without a float in between. */
function satsOf(amount: string): number {
  return Number(amount.replace(".", ""));
}
