import { createHmac, randomBytes } from "node:crypto";

/** A new secret, 256 bits. All of it is the key, its first letters included. */
export function makeSecret(): string {
  return `whsec_${randomBytes(32).toString("base64url")}`;
}

/**
 * What the header `Satchel-Signature` says of a body: when it was sent, in seconds, and HMAC-SHA256 (RFC 2104) of that
 * with the body. The time is signed as well, so that an old message cannot be sent again as a new one.
 */
export function signatureOf(secret: string, body: string, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000);
  const digest = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
  return `t=${seconds},v1=${digest}`;
}
