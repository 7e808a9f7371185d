import { and, asc, desc, eq, gt, inArray, lt, type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { blockHeaders, chainTip } from "./tables.ts";
import { chainOutputs, paymentAddresses } from "../tables.ts";
import type { BlockHeader } from "./block-header.ts";

export type StoredHeader = typeof blockHeaders.$inferSelect;

/** Headers in a row, as a host offers them. */
export interface HeaderRun {
  /** From the lowest block to the highest, each the parent of the next. */
  headers: readonly BlockHeader[];
  /** The proven height of the first one; used only when nothing is stored before it. */
  firstHeight: number;
}

/** `stored` when the run is known, continues a stored chain or begins a new one, `unlinked` when it does none of these. */
type Connected = "stored" | "unlinked";

/** Headers behind the tip that are stored: five weeks, more than an address is polled for. */
const STORED_HEADERS = 5000;

/** Returns the newest header of the chain with the most work; null while none is stored. */
export async function bestTip(db: Db): Promise<StoredHeader | null> {
  const [tip] = await db
    .select()
    .from(blockHeaders)
    .where(eq(blockHeaders.best, true))
    .orderBy(desc(blockHeaders.height))
    .limit(1);
  return tip ?? null;
}

/** Returns the lowest stored header; null while none is stored. */
export async function lowestHeader(db: Db): Promise<StoredHeader | null> {
  const [lowest] = await db.select().from(blockHeaders).orderBy(asc(blockHeaders.height)).limit(1);
  return lowest ?? null;
}

/** Returns the height of the lowest stored header; a block below it cannot be verified. */
export async function lowestHeight(db: Db): Promise<number> {
  return (await lowestHeader(db))?.height ?? 0;
}

/**
 * Moves all stored heights, so that the lowest header has the one that was proven for it. Version 1.0.0 stored them
 * as a host had stated them.
 */
export async function correctHeights(db: Db, lowest: StoredHeader, height: number): Promise<void> {
  const by = height - lowest.height;
  if (by === 0) return;
  await db.transaction(async (tx) => {
    await tx.execute(sql`lock table ${blockHeaders} in share row exclusive mode`);
    // Another instance was faster.
    if ((await lowestHeader(tx))?.height !== lowest.height) return;
    await tx.update(blockHeaders).set({ height: sql`${blockHeaders.height} + ${by}::int` });
    await tx.update(chainTip).set({ height: sql`${chainTip.height} + ${by}::int` });
    await tx
      .update(chainOutputs)
      .set({ blockHeight: sql`${chainOutputs.blockHeight} + ${by}::int` });
  });
}

/** Returns the stored headers with these hashes, by hash. */
export async function headersByHash(
  db: Db,
  hashes: readonly string[],
): Promise<Map<string, StoredHeader>> {
  if (hashes.length === 0) return new Map();
  const rows = await db
    .select()
    .from(blockHeaders)
    .where(inArray(blockHeaders.hash, [...new Set(hashes)]));
  return new Map(rows.map((row) => [row.hash, row]));
}

/**
 * Stores a run of verified headers and moves the best chain to the tip with the most work. Outputs in blocks that
 * left the best chain become unconfirmed, and their addresses due, in the same transaction.
 */
export async function connectHeaders(
  db: Db,
  { headers, firstHeight }: HeaderRun,
  now: Date,
): Promise<Connected> {
  const [first, last] = [headers[0], headers.at(-1)];
  if (!first || !last) return "stored";
  return db.transaction(async (tx) => {
    // Two instances must not both move the best chain.
    await tx.execute(sql`lock table ${blockHeaders} in share row exclusive mode`);
    const known = await headersByHash(tx, [first.previous, last.hash]);
    // Another instance was faster, as when two begin with an empty table.
    if (known.has(last.hash)) return "stored";
    const parent = known.get(first.previous);
    if (!parent && !(await replacesWindow(tx, headers, now))) return "unlinked";
    let height = parent ? parent.height + 1 : firstHeight;
    let work = parent?.work ?? 0n;
    const rows = headers.map((header) => {
      work += header.work;
      return { ...toRow(header), height: height++, work };
    });
    await tx.insert(blockHeaders).values(rows).onConflictDoNothing();
    await moveBestChain(tx, now);
    return "stored";
  });
}

/**
 * Deletes the stored headers if the run, which does not continue them, took more work than as many of them. That is
 * how the first headers of a lying host are replaced; otherwise returns false.
 */
async function replacesWindow(
  tx: Db,
  headers: readonly BlockHeader[],
  now: Date,
): Promise<boolean> {
  const tip = await bestTip(tx);
  if (tip) {
    // A longer run must not win by its length: many easy blocks would outweigh a short window.
    const compared = headers.slice(-(tip.height - (await lowestHeight(tx)) + 1));
    const [before] = await tx
      .select({ work: blockHeaders.work })
      .from(blockHeaders)
      .where(
        and(eq(blockHeaders.best, true), eq(blockHeaders.height, tip.height - compared.length)),
      );
    const offered = compared.reduce((sum, { work }) => sum + work, 0n);
    if (offered <= tip.work - (before?.work ?? 0n)) return false;
    const hashes = tx.select({ hash: blockHeaders.hash }).from(blockHeaders);
    await unconfirm(tx, inArray(chainOutputs.blockHash, hashes), now);
    await tx.delete(blockHeaders);
  }
  return true;
}

/** Marks the chain that leads to the header with the most work as the best one, and forgets headers far behind it. */
async function moveBestChain(tx: Db, now: Date): Promise<void> {
  const before = await bestTip(tx);
  const [top] = await tx.select().from(blockHeaders).orderBy(desc(blockHeaders.work)).limit(1);
  // Of two chains with the same work the first one stays, as in Bitcoin Core.
  if (!top || (before && top.work <= before.work)) return;
  // The way back from the new tip to the first header that is on the best chain already.
  const { hash, previous, height, best } = blockHeaders;
  const path = sql`
    with recursive path as (
      select ${hash}, ${previous}, ${height}, ${best} from ${blockHeaders} where ${hash} = ${top.hash}
      union all
      select parent.hash, parent.previous, parent.height, parent.best
      from ${blockHeaders} as parent join path on parent.hash = path.previous where not path.best
    )`;
  const fork = sql`(${path} select coalesce(max(height) filter (where best), -1) from path)`;
  const left = await tx
    .update(blockHeaders)
    .set({ best: false })
    .where(and(eq(best, true), gt(height, fork)))
    .returning({ hash });
  await tx
    .update(blockHeaders)
    .set({ best: true })
    .where(and(eq(best, false), inArray(hash, sql`(${path} select hash from path)`)));
  if (left.length > 0)
    await unconfirm(
      tx,
      inArray(
        chainOutputs.blockHash,
        left.map((row) => row.hash),
      ),
      now,
    );
  await tx.delete(blockHeaders).where(lt(height, top.height - STORED_HEADERS));
}

/** Makes outputs unconfirmed whose block left the best chain, and polls their addresses at once. */
async function unconfirm(tx: Db, condition: SQL, now: Date): Promise<void> {
  const rows = await tx
    .update(chainOutputs)
    .set({ state: "mempool", blockHash: null, blockHeight: null, seenByAll: false })
    .where(and(eq(chainOutputs.state, "confirmed"), condition))
    .returning({ address: chainOutputs.address });
  const addresses = [...new Set(rows.map(({ address }) => address))];
  if (addresses.length === 0) return;
  await tx
    .update(paymentAddresses)
    .set({ nextCheckAt: now, retiredAt: null })
    .where(inArray(paymentAddresses.address, addresses));
}

function toRow({ hash, previous, merkleRoot, time }: BlockHeader) {
  return { hash, previous, merkleRoot, time: new Date(time * 1000), best: false };
}
