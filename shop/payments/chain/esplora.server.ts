import type { Db } from "#db/client.server.ts";
import { scriptOf, type Network } from "../wallet/address.ts";
import {
  ChainUnavailable,
  type ChainSource,
  type KnownOutput,
  type ReportedTransaction,
  type SeenOutput,
} from "./chain.ts";
import { type EsploraHost, esploraHost, type ListedTransaction } from "./esplora-host.server.ts";
import { createVerifier } from "./esplora-verifier.server.ts";
import { bestTip, headersByHash, lowestHeight } from "./headers.server.ts";
import { proveHeights, syncHeaders } from "./header-sync.server.ts";
import { HostPool } from "./host-pool.server.ts";
import { RequestBudget } from "./request-budget.ts";

/** What the public hosts accept from one network address, below the published limit of 700 by blockstream.info. */
const PUBLIC_REQUESTS_PER_HOUR = 600;
const PUBLIC_HOSTS = /(^|\.)(blockstream\.info|mempool\.space)$/;

/**
 * The chain through Esplora's HTTP API at one host or several, verified as a wallet with simplified payment
 * verification does it (https://bitcoin.org/bitcoin.pdf, section 8): an output counts as confirmed with its raw
 * transaction and a Merkle proof to a block of the chain with the most work. A host can withhold payments, but not
 * invent them.
 */
export function esploraSource(options: {
  db: Db;
  urls: readonly string[];
  network: Network;
  /** Requests per hour to each host; null for no limit. By default only the public hosts have one. */
  requestsPerHour?: number | null;
}): ChainSource {
  const { db, urls, network } = options;
  const pool = new HostPool(
    urls.map((url) => {
      const isPublic = PUBLIC_HOSTS.test(new URL(url).hostname);
      const perHour = options.requestsPerHour ?? (isPublic ? PUBLIC_REQUESTS_PER_HOUR : null);
      return esploraHost(url, { network, budget: new RequestBudget(perHour) });
    }),
  );
  const { transactionAt, cachedTransaction, bestHeaders, prove, verify } = createVerifier(db);
  let heightsProven = false;

  /** Returns the outputs to the address, without those of transactions in `final`, which are confirmed. */
  async function outputsAt(
    host: EsploraHost,
    address: string,
    known: readonly KnownOutput[],
    final: ReadonlySet<string>,
  ): Promise<SeenOutput[]> {
    const script = scriptOf(address, network);
    const isSpending = ({ txid }: ListedTransaction) =>
      cachedTransaction(txid)?.outputs.every((output) => output.script !== script) ?? false;
    const stored = Map.groupBy(known, ({ txid }) => txid);
    const listed = await host.transactionsOf(address);
    const wanted = listed.filter((tx) => !final.has(tx.txid) && !isSpending(tx));
    // An unconfirmed transaction whose outputs are stored has nothing more to tell.
    const isWaiting = ({ txid, status }: ListedTransaction) =>
      !status.confirmed && stored.has(txid);
    const waiting = wanted.filter(isWaiting).flatMap(({ txid }) => stored.get(txid) ?? []);
    return [
      ...waiting.map(({ txid, vout, sats }) => ({ txid, vout, sats, block: null })),
      ...(await verify(
        host,
        wanted.filter((tx) => !isWaiting(tx)),
        script,
      )),
    ];
  }

  /** Returns the stored outputs whose block is on the best chain, or older than the stored headers. */
  async function stillConfirmed(known: readonly KnownOutput[]): Promise<SeenOutput[]> {
    if (known.length === 0) return [];
    const headers = await headersByHash(
      db,
      known.flatMap(({ blockHash }) => blockHash ?? []),
    );
    const lowest = await lowestHeight(db);
    return known.flatMap(
      ({ txid, vout, sats, blockHash: hash, blockHeight: height, ...stored }) => {
        if (hash === null || height === null) return [];
        const header = headers.get(hash);
        if (!header?.best && height >= lowest) return [];
        return {
          txid,
          vout,
          sats,
          block: { hash, height, time: header?.time ?? stored.firstSeenAt },
        };
      },
    );
  }

  /** Returns a stored output as it is now, when the responding hosts did not list it; null when it is gone. */
  async function lookUp(address: string, output: KnownOutput): Promise<SeenOutput | null> {
    const script = scriptOf(address, network);
    const responses = await pool.all(async (host) => {
      const status = await host.status(output.txid);
      if (!status) return [];
      return verify(host, [{ txid: output.txid, status }], script);
    });
    const found = responses.flatMap((response) => response ?? []);
    const same = found.filter(({ vout }) => vout === output.vout);
    return same.find(({ block }) => block !== null) ?? same[0] ?? null;
  }

  return {
    async tip() {
      const sync = (host: EsploraHost) => syncHeaders(db, host, new Date());
      const known = await bestTip(db);
      if (known && !heightsProven) await pool.one("heights", (host) => proveHeights(db, host));
      // Every host is queried for the first headers, so that those with the most work are taken.
      if (known) await pool.one("tip", sync);
      else await pool.all(sync);
      heightsProven = true;
      const tip = await bestTip(db);
      if (!tip) throw new ChainUnavailable("no host has a block");
      return { hash: tip.hash, height: tip.height };
    },

    async historyOf(address, query = { known: [], acceptsUnconfirmed: false }) {
      const { known, acceptsUnconfirmed } = query;
      const confirmed = await stillConfirmed(known);
      const final = new Set(confirmed.map(({ txid }) => txid));
      const request = (host: EsploraHost) => outputsAt(host, address, known, final);
      let reports: (SeenOutput[] | null)[] = [await pool.one(address, request)];
      if (acceptsUnconfirmed && reports[0]?.some(({ block }) => block === null))
        reports = await pool.all(request);
      const outputs = new Map(
        [...union(reports, urls.length), ...confirmed].map((output) => [
          outpointOf(output),
          output,
        ]),
      );
      for (const output of known) {
        if (outputs.has(outpointOf(output))) continue;
        const found = await lookUp(address, output);
        if (found) outputs.set(outpointOf(output), found);
      }
      return { outputs: [...outputs.values()], complete: true };
    },

    async isUsed(address) {
      const responses = await pool.all((host) => host.transactionsOf(address));
      return responses.some((listed) => listed !== null && listed.length > 0);
    },

    // The successor is informational, so the first response will do.
    successorOf: ({ txid, spends }) =>
      pool.one(txid, async (host) => {
        for (const coin of spends) {
          const spender = await host.spenderOf(coin);
          if (spender && spender !== txid) return spender;
        }
        return null;
      }),

    async transactionOf(txid) {
      const responses = await pool.all(async (host): Promise<ReportedTransaction | null> => {
        const status = await host.status(txid);
        if (!status) return null;
        const { outputs } = await transactionAt(host, txid);
        const hash = status.confirmed ? status.block_hash : null;
        const header =
          hash === null ? undefined : (await bestHeaders(host, [{ status }])).get(hash);
        if (header) await prove(host, txid, header);
        if (!header) return { outputs, block: null };
        const tip = await bestTip(db);
        const confirmations = (tip?.height ?? header.height) - header.height + 1;
        return { outputs, block: { hash: header.hash, confirmations } };
      });
      const found = responses.flatMap((response) => response ?? []);
      return found.find(({ block }) => block !== null) ?? found[0] ?? null;
    },

    hosts: () => pool.status(),

    async unfitHosts() {
      const fit = await pool.all((host) => host.servesProofs());
      return urls.filter((_, index) => fit[index] === false);
    },
  };
}

/** Merges what hosts reported: each output once, confirmed where one of them proved it. */
function union(reports: readonly (readonly SeenOutput[] | null)[], hosts: number): SeenOutput[] {
  const all = reports.flatMap((report) => report ?? []);
  const byOutpoint = Map.groupBy(all, outpointOf);
  return [...byOutpoint.values()].flatMap((same) => {
    const output = same.find(({ block }) => block !== null) ?? same[0];
    return output ? { ...output, seenByAll: same.length === hosts } : [];
  });
}

function outpointOf({ txid, vout }: { txid: string; vout: number }): string {
  return `${txid}:${vout}`;
}
