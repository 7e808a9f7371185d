import { z } from "zod";
import type { AddressHistory, BlockRef, ChainSource, HistoryQuery } from "./chain.ts";
import {
  coreUnavailable,
  CoreError,
  type CoreRpc,
  parseResult,
  type RpcCall,
} from "./core-rpc.server.ts";
import { findTransaction } from "./core-transaction.server.ts";
import { type CoreWallet, openCoreWallet } from "./core-wallet.server.ts";
import { readTransaction, storedSpends } from "./raw-transaction.ts";

const conflictsSchema = z.object({
  walletconflicts: z.array(z.string()),
  mempoolconflicts: z.array(z.string()).default([]),
});
const entrySchema = z.object({
  // Absent for an output whose script has no address.
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

const updatesSchema = z.object({
  transactions: z.array(entrySchema),
  removed: z.array(entrySchema).default([]),
  lastblock: z.string(),
});
const rawSchema = z.object({ hex: z.string() });
const tipSchema = z.object({
  blocks: z.int(),
  headers: z.int(),
  bestblockhash: z.string(),
  chain: z.string(),
  initialblockdownload: z.boolean(),
});

const PAGE = 1000;
const MAX_PAGES = 20;
/** New transactions of one poll whose inputs are read; a raw transaction is at most 800 kB of hex. */
const MAX_RAW_TRANSACTIONS = 20;
/** Blocks behind the tip that `listsinceblock` reports again: as deep as payments are watched for a reorg. */
const TARGET_CONFIRMATIONS = 6;
/** RPC_INVALID_ADDRESS_OR_KEY: the block or the transaction is unknown. */
const NOT_FOUND = -5;

/**
 * Reads the chain from Bitcoin Core (23 or later) and a watch-only wallet in it. `listsinceblock` names the addresses
 * with activity; their outputs are then listed by `listtransactions`.
 */
export function coreSource(rpc: CoreRpc, wallet: CoreWallet): ChainSource {
  const callWallet = openCoreWallet(rpc, wallet);
  /** The state of each address in the last updates. */
  let lastStates = new Map<string, string>();
  const host = { problem: null as string | null, lastResponseAt: null as Date | null };

  const callAndTrack: typeof callWallet = async (calls, address) => {
    try {
      const responses = await callWallet(calls, address);
      Object.assign(host, { problem: null, lastResponseAt: new Date() });
      return responses;
    } catch (error) {
      host.problem = error instanceof Error ? error.message : String(error);
      throw error;
    }
  };

  const listTransactions = async (address: string) => {
    const found: Entry[] = [];
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const paging = { label: address, count: PAGE, skip: page * PAGE };
      const [listed] = await callAndTrack([["listtransactions", paging]], address);
      const entries = parseResult(z.array(entrySchema), listed);
      found.push(...entries);
      if (entries.length < PAGE) return { found, complete: true };
    }
    return { found, complete: false };
  };

  /** Returns which of the unconfirmed transactions are in the mempool: the wallet lists them after they left it. */
  const findInMempool = async (entries: readonly Entry[]) => {
    const txids = [...new Set(entries.filter(isUnconfirmed).map(({ txid }) => txid))];
    if (txids.length === 0) return { txids, inMempool: new Set<string>() };
    const responses = await callAndTrack(
      txids.map((txid): RpcCall => ["getmempoolentry", { txid }]),
    );
    for (const { error } of responses)
      if (error && error.code !== NOT_FOUND) throw new CoreError(error);
    return { txids, inMempool: new Set(txids.filter((_, at) => !responses[at]?.error)) };
  };

  /** Returns the coins that the newest of these transactions spend, by txid. */
  const readSpends = async (entries: readonly Entry[]) => {
    const newest = entries.toSorted((a, b) => a.confirmations - b.confirmations);
    const txids = [...new Set(newest.map(({ txid }) => txid))].slice(0, MAX_RAW_TRANSACTIONS);
    const spends = new Map<string, string[]>();
    if (txids.length === 0) return spends;
    const responses = await callAndTrack(
      txids.map((txid): RpcCall => ["gettransaction", { txid }]),
    );
    for (const [at, txid] of txids.entries()) {
      const transaction = readTransaction(parseResult(rawSchema, responses[at]).hex);
      if (transaction.ok) spends.set(txid, storedSpends(transaction.value));
    }
    return spends;
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
      return (await listTransactions(address)).found.some(isReceived);
    },

    async tip(): Promise<BlockRef> {
      const [info] = await callAndTrack([["getblockchaininfo"]]);
      const { blocks, headers, bestblockhash, chain, initialblockdownload } = parseResult(
        tipSchema,
        info,
      );
      // A node counts as downloading until its tip is younger than a day (`-maxtipage`; IsInitialBlockDownload in
      // src/validation.cpp). On test networks no block may come for longer, so the headers decide there.
      const isBehind = initialblockdownload && (chain === "main" || blocks < headers);
      if (isBehind) throw coreUnavailable(`is still catching up: block ${blocks} of ${headers}`);
      return { height: blocks, hash: bestblockhash };
    },

    async historyOf(address: string, query?: HistoryQuery): Promise<AddressHistory> {
      let { found, complete } = await listTransactions(address);
      const { txids, inMempool } = await findInMempool(found);
      // A transaction that has just left the mempool may be in a block by now, so the list is read again.
      if (inMempool.size < txids.length) ({ found, complete } = await listTransactions(address));
      const received = found
        .filter((entry) => entry.address === address && isReceived(entry))
        .filter((entry) => entry.confirmations > 0 || inMempool.has(entry.txid));
      const known = new Set(query?.known.map(({ txid }) => txid));
      const spends = await readSpends(received.filter(({ txid }) => !known.has(txid)));
      const outputs = received.map((entry) => ({
        txid: entry.txid,
        vout: entry.vout,
        sats: parseSats(entry.amount),
        block: blockOf(entry),
        spends: spends.get(entry.txid),
        seenByAll: true,
      }));
      return { outputs, complete };
    },

    async successorOf({ txid }) {
      const [response] = await callAndTrack([["gettransaction", { txid }]]);
      if (response?.error?.code === NOT_FOUND) return null;
      const { mempoolconflicts, walletconflicts } = parseResult(conflictsSchema, response);
      return mempoolconflicts[0] ?? walletconflicts[0] ?? null;
    },

    transactionOf: (txid, block) => findTransaction(callAndTrack, txid, block),

    async updatesSince(cursor) {
      const since = (blockhash: string | null): RpcCall => [
        "listsinceblock",
        { ...(blockhash && { blockhash }), target_confirmations: TARGET_CONFIRMATIONS },
      ];
      let [listed] = await callAndTrack([since(cursor)]);
      // The block belongs to another node or to a chain that was reset: start from the beginning.
      if (listed?.error?.code === NOT_FOUND) [listed] = await callAndTrack([since(null)]);
      const { transactions, removed, lastblock } = parseResult(updatesSchema, listed);
      // The newest blocks are reported each time, and a removed transaction may be listed again: only changes count.
      const states = addressStates([
        ...transactions,
        ...removed.map((entry) => ({ ...entry, txid: "removed" })),
      ]);
      const addresses = [...new Set([...lastStates.keys(), ...states.keys()])].filter(
        (address) => lastStates.get(address) !== states.get(address),
      );
      lastStates = states;
      return { addresses, cursor: lastblock };
    },
  };
}

/** Returns, by address, a text that changes with its outputs, but not with their number of confirmations. */
function addressStates(entries: readonly Entry[]): Map<string, string> {
  const byAddress = Map.groupBy(entries, ({ address }) => address ?? "");
  byAddress.delete("");
  return new Map(
    [...byAddress].map(([address, itsEntries]) => [
      address,
      itsEntries
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

/** True at 0 confirmations: a negative number means that a block has a conflicting transaction. */
function isUnconfirmed({ confirmations }: Entry): boolean {
  return confirmations === 0;
}

function blockOf({ blockhash, blockheight, blocktime, confirmations }: Entry) {
  if (confirmations <= 0) return null;
  if (blockhash === undefined || blockheight === undefined || blocktime === undefined)
    throw coreUnavailable("reported a confirmed transaction without its block");
  return { hash: blockhash, height: blockheight, time: new Date(blocktime * 1000) };
}

/** Parses an amount in BTC with eight decimals as satoshis, without floating point: `"0.00014990"` is 14990. */
function parseSats(amount: string): number {
  return Number(amount.replace(".", ""));
}
