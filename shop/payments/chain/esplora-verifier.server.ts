import type { Db } from "#db/client.server.ts";
import type { SeenOutput } from "./chain.ts";
import type { EsploraHost, ListedTransaction } from "./esplora-host.server.ts";
import { checkHeight, syncHeaders } from "./header-sync.server.ts";
import { headersByHash, lowestHeight, type StoredHeader } from "./headers.server.ts";
import { HostError } from "./host-pool.server.ts";
import { merkleRootOf } from "./merkle-proof.ts";
import { type RawTransaction, storedSpends } from "./raw-transaction.ts";

/** New transactions read in one poll. Those that were read cost no request, so `n` of them take `n / 50` polls. */
const MAX_NEW_TRANSACTIONS = 50;
/** Verified transactions that are cached, so that a poll does not fetch them again. */
const MAX_CACHED = 10_000;

/**
 * Returns the functions that verify what an Esplora host reports, and cache what was verified: raw transactions, and the
 * blocks that they were proven to be in.
 */
export function createVerifier(db: Db) {
  const transactions = new Map<string, RawTransaction>();
  /** The block, by its hash, that a transaction was proven to be in. */
  const proven = new Map<string, string>();

  /** Returns a transaction whose raw bytes have this id. */
  async function transactionAt(host: EsploraHost, txid: string): Promise<RawTransaction> {
    const transaction = transactions.get(txid) ?? (await host.transaction(txid));
    remember(transactions, txid, transaction);
    return transaction;
  }

  /** Returns the headers on the best chain that these transactions are in; fetches the host's newest blocks if need be. */
  async function bestHeaders(
    host: EsploraHost,
    listed: readonly Pick<ListedTransaction, "status">[],
  ) {
    const places = listed.flatMap(({ status }) => (status.confirmed ? status : []));
    const hashes = places.map(({ block_hash }) => block_hash);
    const lowest = await lowestHeight(db);
    let found = await headersByHash(db, hashes);
    if (places.some((place) => !found.has(place.block_hash) && place.block_height >= lowest)) {
      await syncHeaders(db, host, new Date());
      found = await headersByHash(db, hashes);
    }
    for (const { block_hash: hash, block_height } of places)
      checkHeight(hash, block_height, found.get(hash)?.height ?? block_height);
    return new Map([...found].filter(([, { best }]) => best));
  }

  /** Verifies that a transaction is in this block; throws a `HostError` for a wrong proof. */
  async function prove(host: EsploraHost, txid: string, header: StoredHeader): Promise<void> {
    if (proven.get(txid) === header.hash) return;
    if (merkleRootOf(txid, await host.merkleProof(txid)) !== header.merkleRoot)
      throw new HostError(`no proof that ${txid} is in block ${header.hash}`);
    remember(proven, txid, header.hash);
  }

  /**
   * Returns the outputs of these transactions to the script, each verified. Of those that take requests, the first few
   * are read: confirmed ones first, since unconfirmed dust costs its sender next to nothing.
   */
  async function verify(
    host: EsploraHost,
    listed: readonly ListedTransaction[],
    script: string,
  ): Promise<SeenOutput[]> {
    // Most polled addresses have no transaction: they need no statement.
    if (listed.length === 0) return [];
    const headers = await bestHeaders(host, listed);
    const lowest = await lowestHeight(db);
    const readable = listed.filter(
      // A block before the stored headers is older than any open checkout.
      ({ status }) =>
        !status.confirmed || headers.has(status.block_hash) || status.block_height >= lowest,
    );
    const isRead = ({ txid, status }: ListedTransaction) =>
      status.confirmed && proven.get(txid) === status.block_hash;
    const unread = readable
      .filter((tx) => !isRead(tx))
      .toSorted((a, b) => Number(b.status.confirmed) - Number(a.status.confirmed))
      .slice(0, MAX_NEW_TRANSACTIONS);
    const outputs: SeenOutput[] = [];
    for (const { txid, status } of [...readable.filter(isRead), ...unread]) {
      const transaction = await transactionAt(host, txid);
      const paying = transaction.outputs.flatMap((output, vout) =>
        output.script === script ? { vout, sats: output.sats } : [],
      );
      const header = status.confirmed ? headers.get(status.block_hash) : undefined;
      if (header && paying.length > 0) await prove(host, txid, header);
      const block = header ? { hash: header.hash, height: header.height, time: header.time } : null;
      for (const output of paying)
        outputs.push({ txid, ...output, block, spends: storedSpends(transaction) });
    }
    return outputs;
  }

  return {
    transactionAt,
    cachedTransaction: (txid: string) => transactions.get(txid) ?? null,
    bestHeaders,
    prove,
    verify,
  };
}

function remember<T>(cache: Map<string, T>, key: string, value: T): void {
  cache.delete(key);
  cache.set(key, value);
  const [oldest] = cache.keys();
  if (cache.size > MAX_CACHED && oldest !== undefined) cache.delete(oldest);
}
