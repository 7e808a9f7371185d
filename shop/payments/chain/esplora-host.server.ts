import { z } from "zod";
import { okBody, readJson, retryAfterMs } from "#lib/http-body.ts";
import { createHttpClient, type HttpResponse } from "#lib/http-client.server.ts";
import { type BlockHeader, headerHex, readHeader } from "./block-header.ts";
import { HostError, MAX_BACKOFF_MS, type PooledHost } from "./host-pool.server.ts";
import { type MerkleProof, merkleRootOf } from "./merkle-proof.ts";
import { readTransaction, type RawTransaction } from "./raw-transaction.ts";
import type { RequestBudget } from "./request-budget.ts";
import type { Network } from "../wallet/address.ts";

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const statusSchema = z.discriminatedUnion("confirmed", [
  z.object({ confirmed: z.literal(false) }),
  z.object({
    confirmed: z.literal(true),
    block_height: z.int().nonnegative(),
    block_hash: hash,
  }),
]);
const listedSchema = z.array(
  z.object({
    txid: hash,
    status: statusSchema,
  }),
);
const blocksSchema = z.array(
  z.object({
    id: hash,
    height: z.int().nonnegative(),
    version: z.int(),
    timestamp: z.int().nonnegative(),
    merkle_root: hash,
    // Absent or null for the genesis block.
    previousblockhash: hash.nullish(),
    nonce: z.int().nonnegative(),
    bits: z.int().nonnegative(),
  }),
);
const proofSchema = z.object({
  merkle: z.array(hash).max(32),
  pos: z.int().nonnegative(),
});
const txidsSchema = z.array(hash);
const outspendSchema = z.object({ spent: z.boolean(), txid: z.string().optional() });

/** A transaction as a host lists it. Only its id is used unverified. */
export type ListedTransaction = z.output<typeof listedSchema>[number];
type TransactionStatus = z.output<typeof statusSchema>;

const TIMEOUT_MS = 8000;
/** Pages of a history that are read: of at least 25 transactions, except on mempool with an Electrum backend. */
const MAX_PAGES = 40;
/** The parent of the genesis block. */
export const NO_PARENT = "0".repeat(64);

/**
 * A host with Esplora's HTTP API. Sources: https://github.com/Blockstream/esplora/blob/master/API.md and the servers
 * Blockstream/electrs (src/rest.rs) and mempool/electrs. Methods throw HostError for an invalid response.
 */
export interface EsploraHost extends PooledHost {
  tipHash: () => Promise<string>;
  tipHeightNow: () => Promise<number>;
  header: (hash: string) => Promise<BlockHeader>;
  /** The height of a block by proof: its coinbase transaction commits to it. */
  provenHeight: (header: Pick<BlockHeader, "hash" | "merkleRoot">) => Promise<number>;
  /** Headers from this height downwards, with their heights; about ten. */
  headersDownFrom: (height: number) => Promise<{ header: BlockHeader; height: number }[]>;
  /** Every transaction that the host lists for the address. */
  transactionsOf: (address: string) => Promise<ListedTransaction[]>;
  transaction: (txid: string) => Promise<RawTransaction>;
  /** Null when the host does not know the transaction. */
  status: (txid: string) => Promise<TransactionStatus | null>;
  merkleProof: (txid: string) => Promise<MerkleProof>;
  /** The transaction that spends the coin (`txid:vout`); null while none does. */
  spenderOf: (coin: string) => Promise<string | null>;
  /** False when the host has no Merkle proofs, such as mempool with an Electrum backend. */
  servesProofs: () => Promise<boolean>;
}

/** Returns the host at this base URL (`https://blockstream.info/api`). */
export function esploraHost(
  baseUrl: string,
  { network, budget }: { network: Network; budget: RequestBudget },
): EsploraHost {
  const url = baseUrl.replace(/\/+$/, "");
  const get = createHttpClient({ timeoutMs: TIMEOUT_MS, keepAlive: true });

  async function send(path: string, accepted: readonly number[]): Promise<HttpResponse> {
    budget.spend(Date.now());
    const sent = await get(`${url}${path}`);
    if (!sent.ok) throw new HostError(sent.error.detail);
    const { status } = sent.value;
    if (accepted.includes(status)) return sent.value;
    const pause = retryAfterMs(sent.value, new Date());
    const body = okBody(sent.value);
    throw new HostError(body.ok ? `status ${status}` : body.error.detail, {
      retryInMs: pause === null ? null : Math.min(MAX_BACKOFF_MS, pause),
      limited: status === 429,
    });
  }

  async function text(path: string, shape: RegExp): Promise<string> {
    const body = (await send(path, [200])).body.toString().trim();
    if (!shape.test(body)) throw new HostError("a response that is not the protocol's");
    return body;
  }

  function parse<T>(response: HttpResponse, schema: z.core.$ZodType<T>): T {
    // A 429 or an error page sometimes comes with status 200 or a JSON body: the shape decides.
    const body = readJson(response);
    if (!body.ok) throw new HostError(body.error.detail);
    const parsed = z.safeParse(schema, body.value);
    if (!parsed.success) throw new HostError("a response that is not the protocol's");
    return parsed.data;
  }

  const json = async <T>(path: string, schema: z.core.$ZodType<T>) =>
    parse(await send(path, [200]), schema);

  function verified(hex: string, wanted: string): BlockHeader {
    const header = readHeader(hex, network, new Date());
    if (!header.ok) throw new HostError(header.error);
    if (header.value.hash !== wanted) throw new HostError("a header of another block");
    return header.value;
  }

  async function transaction(txid: string): Promise<RawTransaction> {
    const transaction = readTransaction(await text(`/tx/${txid}/hex`, /^[0-9a-f]+$/));
    if (!transaction.ok) throw new HostError(transaction.error);
    if (transaction.value.txid !== txid) throw new HostError("another transaction than requested");
    return transaction.value;
  }

  const merkleProof = (txid: string) => json(`/tx/${txid}/merkle-proof`, proofSchema);

  return {
    name: new URL(url).host,
    budget,
    tipHeight: 0,
    tipHash: () => text("/blocks/tip/hash", /^[0-9a-f]{64}$/),
    tipHeightNow: async () => Number(await text("/blocks/tip/height", /^\d{1,9}$/)),
    header: async (hash) => verified(await text(`/block/${hash}/header`, /^[0-9a-f]{160}$/), hash),

    async headersDownFrom(height) {
      const blocks = await json(`/blocks/${height}`, blocksSchema);
      return blocks.map((block) => {
        const fields = {
          version: block.version,
          previous: block.previousblockhash ?? NO_PARENT,
          merkleRoot: block.merkle_root,
          time: block.timestamp,
          bits: block.bits,
          nonce: block.nonce,
        };
        return { header: verified(headerHex(fields), block.id), height: block.height };
      });
    },

    async transactionsOf(address) {
      const found = new Map<string, ListedTransaction>();
      let page = await json(`/address/${address}/txs`, listedSchema);
      // Page lengths differ between servers, so only an empty page is the end.
      for (let pages = 1; page.length > 0 && pages < MAX_PAGES; pages += 1) {
        // A transaction that a block took in between two pages is listed again, as confirmed.
        const hasNews = page.some(
          (tx) => found.get(tx.txid)?.status.confirmed !== tx.status.confirmed,
        );
        if (!hasNews) throw new HostError("it cannot page through a history");
        for (const tx of page) found.set(tx.txid, tx);
        const last = page.findLast((tx) => tx.status.confirmed);
        // The confirmed transactions begin after the unconfirmed ones.
        const path = last ? `/txs/chain/${last.txid}` : "/txs/chain";
        page = await json(`/address/${address}${path}`, listedSchema);
      }
      return [...found.values()];
    },

    transaction,

    async status(txid) {
      const response = await send(`/tx/${txid}`, [200, 404]);
      if (response.status === 404) return null;
      return parse(response, z.object({ status: statusSchema })).status;
    },

    merkleProof,

    async provenHeight({ hash, merkleRoot }) {
      const [txid = ""] = await json(`/block/${hash}/txids`, txidsSchema);
      const [{ coinbaseHeight }, proof] = await Promise.all([transaction(txid), merkleProof(txid)]);
      if (coinbaseHeight === null || merkleRootOf(txid, proof) !== merkleRoot)
        throw new HostError(`no proof of the height of block ${hash}`);
      return coinbaseHeight;
    },

    async spenderOf(coin) {
      const path = `/tx/${coin.replace(":", "/outspend/")}`;
      return (await json(path, outspendSchema)).txid ?? null;
    },

    async servesProofs() {
      const tip = await text("/blocks/tip/hash", /^[0-9a-f]{64}$/);
      const [txid] = await json(`/block/${tip}/txids`, txidsSchema);
      const response = await send(`/tx/${txid}/merkle-proof`, [200, 400, 404, 405, 501]);
      if (response.status !== 200) return false;
      const body = readJson(response);
      return body.ok && proofSchema.safeParse(body.value).success;
    },
  };
}
