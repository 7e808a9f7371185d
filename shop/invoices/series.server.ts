import type { Db } from "#db/client.server.ts";
import { invoiceSeries } from "./tables.ts";
import { randomText } from "#lib/random.server.ts";

/** Without vowels: no word comes of it. */
const ALPHABET = "BCDFGHJKLMNPQRSTVWXZ";
const LENGTH = 4;

/**
 * Begins another series of invoice numbers, and returns its name. It is drawn, not counted: whoever restores the same
 * backup twice must not print a number of the first time again either.
 */
export async function beginSeries(tx: Db, now: Date): Promise<string> {
  const name = randomText(LENGTH, ALPHABET);
  await tx.insert(invoiceSeries).values({ name, begunAt: now });
  return name;
}
