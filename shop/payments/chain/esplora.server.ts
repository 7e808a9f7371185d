import { z } from "zod";
import type { ChainSource, SeenOutput } from "./chain.ts";
import { type HttpResponse, createKeepAliveGet } from "./keep-alive-get.server.ts";
import { type Host, HostError, MAX_BACKOFF_MS, multiHostSource } from "./multi-host.server.ts";

const txSchema = z.object({
  txid: z.string().regex(/^[0-9a-f]{64}$/),
  // A coinbase spends no coin, whatever stands there.
  vin: z.array(z.object({ txid: z.string(), vout: z.int().nonnegative() })),
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

const outspendSchema = z.object({ spent: z.boolean(), txid: z.string().optional() });

/** A replacement that spends one of the coins usually spends most of them. */
const MAX_STORED_SPENDS = 5;
const CONFIRMED_PER_PAGE = 25;
const UNCONFIRMED_AT_MOST = 50;
const MAX_PAGES = 40;
const TIMEOUT_MS = 8000;

/**
 * The chain through Esplora's HTTP API (Blockstream's explorer; mempool.space serves the same under /api), at one
 * host or several.
 */
export function esploraSource(baseUrls: readonly string[]): ChainSource {
  return multiHostSource(baseUrls.map(esploraHost));
}

function esploraHost(baseUrl: string): Host {
  const url = baseUrl.replace(/\/+$/, "");
  const get = createKeepAliveGet(TIMEOUT_MS);

  async function ask(path: string): Promise<HttpResponse> {
    const answer = await get(`${url}${path}`);
    const { status, headers } = answer;
    if (status === 200) return answer;
    const moved = headers.location ? `: it has moved to ${headers.location}` : "";
    throw new HostError(`status ${status}${moved}`, parseRetryAfter(headers["retry-after"]));
  }

  async function text(path: string, shape: RegExp): Promise<string> {
    const body = (await ask(path)).text.trim();
    if (!shape.test(body)) throw new HostError("an answer that is not the protocol's");
    return body;
  }

  async function json<T>(path: string, schema: z.ZodType<T>): Promise<T> {
    const { headers, text } = await ask(path);
    // A 429 or an error page sometimes comes with status 200 or a JSON body: the shape decides.
    if (!headers["content-type"]?.includes("json"))
      throw new HostError("an answer that is not JSON");
    const parsed = schema.safeParse(JSON.parse(text));
    if (!parsed.success) throw new HostError("an answer that is not the protocol's");
    return parsed.data;
  }

  const transactions = (path: string) => json(path, z.array(txSchema));

  return {
    name: new URL(url).host,

    async tip() {
      const hash = await text("/blocks/tip/hash", /^[0-9a-f]{64}$/);
      const height = await text("/blocks/tip/height", /^\d{1,9}$/);
      return { hash, height: Number(height) };
    },

    async historyOf(address) {
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
      // Esplora lists at most 50 unconfirmed transactions: with as many, there may be more.
      const unconfirmed = [...found.values()].filter((tx) => !tx.status.confirmed);
      complete &&= unconfirmed.length < UNCONFIRMED_AT_MOST;
      return { outputs: [...found.values()].flatMap((tx) => outputsOf(tx, address)), complete };
    },

    async successorOf({ txid, spends }) {
      for (const coin of spends) {
        const path = `/tx/${coin.replace(":", "/outspend/")}`;
        const { txid: spender } = await json(path, outspendSchema);
        if (spender && spender !== txid) return spender;
      }
      return null;
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
  const spends = tx.vin.slice(0, MAX_STORED_SPENDS).map(({ txid, vout }) => `${txid}:${vout}`);
  return tx.vout.flatMap((output, vout) =>
    output.scriptpubkey_address === address
      ? [{ txid: tx.txid, vout, sats: output.value, block, spends }]
      : [],
  );
}

/** Retry-After in seconds or as a date (RFC 9110, 10.2.3), at most five minutes. */
function parseRetryAfter(value: string | undefined): number | null {
  if (!value) return null;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.min(MAX_BACKOFF_MS, Math.max(0, seconds * 1000)) : null;
}
