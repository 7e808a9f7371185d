import { createHmac } from "node:crypto";

/** The seconds for which an authenticator app shows a code. */
const PERIOD_SECONDS = 30;

/** Returns the time step of a moment: the number of periods since 1970 (RFC 6238, section 4.2). */
export function totpStep(at: Date): number {
  return Math.floor(at.getTime() / 1000 / PERIOD_SECONDS);
}

/** Computes the code of 6 digits for a step: HMAC-SHA-1, truncated (RFC 4226, section 5.3; RFC 6238). */
export function totpCode(key: string | Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac("sha1", key).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}
