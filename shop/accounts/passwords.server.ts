import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { availableParallelism } from "node:os";
import { promisify } from "node:util";
import { createFairQueue, type FairQueue } from "#lib/fair-queue.ts";

interface Cost {
  N: number;
  r: number;
  p: number;
  maxmem: number;
}

const scryptAsync = promisify<string, Buffer, number, Cost, Buffer>(scrypt);

/**
 * The scrypt parameters that OWASP recommends (N 2^16, r 8, p 2):
 * https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html
 */
const COST: Cost = { N: 65_536, r: 8, p: 2, maxmem: 128 * 1024 * 1024 };

/** A thousandth of that. */
const CHEAP_COST: Cost = { N: 128, r: 8, p: 1, maxmem: 1024 * 1024 };

const KEY_BYTES = 32;

/**
 * How many passwords are hashed at a time, each of which needs a core and 64 MB. It leaves a core for requests, and
 * threads of libuv's pool for file access and DNS.
 */
const CONCURRENCY = Math.max(1, Math.min(availableParallelism() - 1, 3));

/** All hashes, in the order of arrival. */
const hashQueue = createFairQueue({
  concurrency: CONCURRENCY,
  waitingPerClient: Infinity,
  waitingInAll: Infinity,
});

const createQueue = (): FairQueue =>
  createFairQueue({ concurrency: CONCURRENCY, waitingPerClient: 8, waitingInAll: 64 });

/** Requests of strangers that hash a password: a flood of one client delays others by one hash only. */
export const passwordQueue = createQueue();

/**
 * Likewise those of browsers that have signed in to the account. The hashes of both queues take turns, so that strangers
 * cannot fill the queue of the owner, from however many addresses.
 */
export const knownBrowserQueue = createQueue();

async function deriveKey(
  password: string,
  salt: Buffer,
  length: number,
  cost: Cost,
): Promise<Buffer> {
  const derived = await hashQueue.run("", () =>
    scryptAsync(password.normalize("NFKC"), salt, length, cost),
  );
  if (!derived.ok) throw new Error("a queue without limits was busy");
  return derived.value;
}

/** Returns the salted hash of a password, as `scrypt$N$r$p$salt$key`. */
export function hashPassword(password: string): Promise<string> {
  return hashAt(COST, password);
}

/** As `hashPassword`, for accounts of tests: real hashes would be most of what these cost. */
export function hashCheaply(password: string): Promise<string> {
  return hashAt(CHEAP_COST, password);
}

async function hashAt(cost: Cost, password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await deriveKey(password, salt, KEY_BYTES, cost);
  return ["scrypt", cost.N, cost.r, cost.p, salt.toString("base64"), key.toString("base64")].join(
    "$",
  );
}

/** Returns whether the password has this hash; false for a malformed hash. */
export async function verifyPassword({
  hash,
  password,
}: {
  hash: string;
  password: string;
}): Promise<boolean> {
  const [scheme, n, r, p, salt = "", key = ""] = hash.split("$");
  if (scheme !== "scrypt") return false;
  const expected = Buffer.from(key, "base64");
  const cost = { N: Number(n), r: Number(r), p: Number(p), maxmem: COST.maxmem };
  const given = await deriveKey(password, Buffer.from(salt, "base64"), expected.length, cost);
  return timingSafeEqual(given, expected);
}
