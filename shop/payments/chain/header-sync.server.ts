import type { Db } from "#db/client.server.ts";
import { HOUR_MS } from "#lib/time.ts";
import type { BlockHeader } from "./block-header.ts";
import { type EsploraHost, NO_PARENT } from "./esplora-host.server.ts";
import {
  bestTip,
  connectHeaders,
  correctHeights,
  headersByHash,
  lowestHeader,
  lowestHeight,
} from "./headers.server.ts";
import { HostError } from "./host-pool.server.ts";

/** Headers fetched when none are stored: a day. Their work is compared with that of other hosts. */
const FIRST_HEADERS = 144;
/** More than a year of blocks; a shop that was switched off for longer needs an empty table. */
const MAX_HEADERS = 60_000;

/** How long a host is set aside that states a wrong height: no other mistake explains it. */
const DISTRUST_MS = HOUR_MS;

/** Throws HostError for a host that gives a block another height than it has. */
export function checkHeight(hash: string, stated: number, height: number): void {
  if (stated === height) return;
  const detail = `set aside for stating height ${stated} for block ${hash}, which has height ${height}`;
  throw new HostError(detail, { retryInMs: DISTRUST_MS });
}

/**
 * Fetches the headers between the stored chain and the host's newest block, and stores them if they prove their work.
 * Throws HostError when the host offers headers that do not.
 */
export async function syncHeaders(db: Db, host: EsploraHost, now: Date): Promise<void> {
  const tipHash = await host.tipHash();
  const [stored] = (await headersByHash(db, [tipHash])).values();
  if (stored) {
    host.tipHeight = stored.height;
    return;
  }
  const header = await host.header(tipHash);
  const isNext = (await headersByHash(db, [header.previous])).size > 0;
  const run = isNext ? { headers: [header], firstHeight: 0 } : await fetchRun(db, host, tipHash);
  if ((await connectHeaders(db, run, now)) === "unlinked")
    throw new HostError("its blocks do not continue the known chain, and took less work");
  host.tipHeight = (await headersByHash(db, [tipHash])).get(tipHash)?.height ?? 0;
}

/** Proves the height of the lowest stored header, and corrects all heights by it. */
export async function proveHeights(db: Db, host: EsploraHost): Promise<void> {
  const lowest = await lowestHeader(db);
  if (!lowest) return;
  const height = lowest.previous === NO_PARENT ? 0 : await host.provenHeight(lowest);
  await correctHeights(db, lowest, height);
}

/** Fetches headers from the host's tip downwards, until one continues the stored chain or enough are there. */
async function fetchRun(db: Db, host: EsploraHost, tipHash: string) {
  const tipHeight = await host.tipHeightNow();
  const enough = (await bestTip(db))
    ? Math.min(MAX_HEADERS, Math.max(FIRST_HEADERS, tipHeight - (await lowestHeight(db))))
    : FIRST_HEADERS;
  const headers: BlockHeader[] = [];
  let expected = tipHash;
  for (let next = tipHeight; headers.length < enough && next >= 0;) {
    const page = await host.headersDownFrom(next);
    const parents = await headersByHash(
      db,
      page.map(({ header }) => header.previous),
    );
    for (const { header, height } of page) {
      // The tip moved on since its hash was read: the next poll begins with the new one.
      if (header.hash !== expected) throw new HostError("its blocks do not follow each other");
      headers.unshift(header);
      expected = header.previous;
      next = height - 1;
      const parent = parents.get(header.previous);
      if (parent) {
        checkHeight(header.hash, height, parent.height + 1);
        return { headers, firstHeight: height };
      }
    }
    if (page.length === 0) break;
  }
  // Headers hold no height, and what the host states is nothing to count from.
  const [first, tip] = [headers[0], headers.at(-1)];
  if (!tip || first?.previous === NO_PARENT) return { headers, firstHeight: 0 };
  const proven = await host.provenHeight(tip);
  checkHeight(tip.hash, tipHeight, proven);
  return { headers, firstHeight: proven - headers.length + 1 };
}
