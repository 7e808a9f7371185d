import { z } from "zod";
import {
  type BlockRef,
  ChainUnavailable,
  type AddressHistory,
  type ChainSource,
  type SeenOutput,
} from "./chain.ts";

const txSchema = z.object({
  txid: z.string().regex(/^[0-9a-f]{64}$/),
  vout: z.array(
    z.object({ scriptpubkey_address: z.string().optional(), value: z.int().nonnegative() }),
  ),
  status: z.discriminatedUnion("confirmed", [
    z.object({ confirmed: z.literal(false) }),
    z.object({
      confirmed: z.literal(true),
      block_height: z.int().nonnegative(),
      block_hash: z.string(),
      block_time: z.int().positive(),
    }),
  ]),
});

type EsploraTx = z.output<typeof txSchema>;

const CONFIRMED_PER_PAGE = 25;
const UNCONFIRMED_AT_MOST = 50;
const MAX_PAGES = 40;
const TIMEOUT_MS = 8000;
const MAX_BACK_OFF_MS = 5 * 60_000;

/**
 * The chain through Esplora's HTTP API (Blockstream's explorer; mempool.space serves the same under /api).
 * Hosts are tried in their order; one that fails rests for a while, as long as it asks for if it says so.
 */
export function esploraSource(baseUrls: readonly string[]): ChainSource {
  const hosts = baseUrls.map((url) => ({
    url: url.replace(/\/+$/, ""),
    restUntil: 0,
    failures: 0,
  }));

  async function ask<T>(path: string, read: (response: Response) => Promise<T>): Promise<T> {
    const problems: string[] = [];
    const awake = hosts.filter((host) => host.restUntil <= Date.now());
    // With all of them resting, the one that rests the shortest is better than none.
    const candidates =
      awake.length > 0 ? awake : hosts.toSorted((a, b) => a.restUntil - b.restUntil).slice(0, 1);
    for (const host of candidates) {
      try {
        const response = await fetch(`${host.url}${path}`, {
          signal: AbortSignal.timeout(TIMEOUT_MS),
        });
        if (!response.ok)
          throw new HostFailure(`status ${response.status}`, retryAfterMs(response));
        const value = await read(response);
        host.failures = 0;
        host.restUntil = 0;
        return value;
      } catch (error) {
        host.failures += 1;
        const asked = error instanceof HostFailure ? error.restMs : null;
        const backOff = Math.min(MAX_BACK_OFF_MS, 500 * 2 ** host.failures);
        host.restUntil = Date.now() + (asked ?? backOff);
        problems.push(
          `${new URL(host.url).host}: ${error instanceof Error ? error.message : String(error)}`,
        );
      }
    }
    throw new ChainUnavailable(problems.join("; "));
  }

  const text = (path: string, shape: RegExp) =>
    ask(path, async (response) => {
      const body = (await response.text()).trim();
      if (!shape.test(body)) throw new HostFailure("an answer that is not the protocol's");
      return body;
    });

  const transactions = (path: string) =>
    ask(path, async (response) => {
      // A 429 or an error page sometimes comes with status 200 or a JSON body: the shape decides.
      if (!response.headers.get("content-type")?.includes("json"))
        throw new HostFailure("an answer that is not JSON");
      const parsed = z.array(txSchema).safeParse(await response.json());
      if (!parsed.success) throw new HostFailure("an answer that is not the protocol's");
      return parsed.data;
    });

  return {
    async tip(): Promise<BlockRef> {
      const hash = await text("/blocks/tip/hash", /^[0-9a-f]{64}$/);
      const height = await text("/blocks/tip/height", /^\d{1,9}$/);
      return { hash, height: Number(height) };
    },

    async historyOf(address: string): Promise<AddressHistory> {
      const found = new Map<string, EsploraTx>();
      let page = await transactions(`/address/${address}/txs`);
      let complete = false;
      for (let pages = 1; ; pages += 1) {
        for (const tx of page) found.set(tx.txid, tx);
        const confirmed = page.filter((tx) => tx.status.confirmed);
        const last = confirmed.at(-1);
        complete = !last || confirmed.length < CONFIRMED_PER_PAGE;
        if (!last || complete || pages >= MAX_PAGES) break;
        page = await transactions(`/address/${address}/txs/chain/${last.txid}`);
      }
      // It tells at most 50 that are not confirmed: with as many, there may be more.
      const unconfirmed = [...found.values()].filter((tx) => !tx.status.confirmed);
      complete &&= unconfirmed.length < UNCONFIRMED_AT_MOST;
      return { outputs: [...found.values()].flatMap((tx) => outputsOf(tx, address)), complete };
    },
  };
}

function outputsOf(tx: EsploraTx, address: string): SeenOutput[] {
  const block = tx.status.confirmed
    ? {
        height: tx.status.block_height,
        hash: tx.status.block_hash,
        time: new Date(tx.status.block_time * 1000),
      }
    : null;
  return tx.vout.flatMap((output, vout) =>
    output.scriptpubkey_address === address
      ? [{ txid: tx.txid, vout, sats: output.value, block }]
      : [],
  );
}

class HostFailure extends Error {
  readonly restMs: number | null;
  constructor(message: string, restMs: number | null = null) {
    super(message);
    this.restMs = restMs;
  }
}

/** Retry-After in seconds or as a date (RFC 9110, 10.2.3), at most five minutes. */
function retryAfterMs(response: Response): number | null {
  const value = response.headers.get("retry-after");
  if (!value) return null;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.min(MAX_BACK_OFF_MS, Math.max(0, seconds * 1000)) : null;
}
