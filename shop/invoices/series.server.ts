import type { Db } from "#db/client.server.ts";
import { invoiceSeries } from "./tables.ts";
import { randomText } from "#lib/random.server.ts";

/** Without vowels, so that no words result. */
const ALPHABET = "BCDFGHJKLMNPQRSTVWXZ";
const LENGTH = 4;

/**
 * Begins a new series of invoice numbers and returns its name. The name is random, not a counter: a counter would give
 * the same name when the same backup is restored twice.
 */
export async function beginSeries(tx: Db, now: Date): Promise<string> {
  const name = randomText(LENGTH, ALPHABET);
  await tx.insert(invoiceSeries).values({ name, begunAt: now });
  return name;
}
