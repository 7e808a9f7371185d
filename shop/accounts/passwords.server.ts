import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { availableParallelism } from "node:os";
import { promisify } from "node:util";
import pLimit from "p-limit";

interface Cost {
  N: number;
  r: number;
  p: number;
  maxmem: number;
}

const deriveKey = promisify<string, Buffer, number, Cost, Buffer>(scrypt);

/** scrypt as OWASP recommends it (N 2^16, r 8, p 2); run by the thread pool, so that nobody else waits. */
const COST: Cost = { N: 65_536, r: 8, p: 2, maxmem: 128 * 1024 * 1024 };
const KEY_BYTES = 32;

/**
 * Each takes a core and 64 MB for a while: those that come together queue, so that a core is left for everybody else,
 * and threads of the pool for files and names of hosts.
 */
const inTurn = pLimit(Math.max(1, Math.min(availableParallelism() - 1, 3)));

function derive(password: string, salt: Buffer, length: number, cost: Cost): Promise<Buffer> {
  return inTurn(() => deriveKey(password.normalize("NFKC"), salt, length, cost));
}

/** Salted hash of a password, as `scrypt$N$r$p$salt$key`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, KEY_BYTES, COST);
  return ["scrypt", COST.N, COST.r, COST.p, salt.toString("base64"), key.toString("base64")].join(
    "$",
  );
}

/** True when the password has this hash; false also for a hash that is none. */
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
  const given = await derive(password, Buffer.from(salt, "base64"), expected.length, cost);
  return timingSafeEqual(given, expected);
}
