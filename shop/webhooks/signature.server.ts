import { createHmac, randomBytes } from "node:crypto";

/** Returns a new 256-bit secret. The HMAC key is the whole text, prefix included. */
export function makeSecret(): string {
  return `whsec_${randomBytes(32).toString("base64url")}`;
}

/**
 * Returns the header `Satchel-Signature`: the time of sending in seconds, and the HMAC-SHA256 (RFC 2104) of time and
 * body. The time is signed to prevent replay.
 */
export function signatureOf(secret: string, body: string, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000);
  const digest = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
  return `t=${seconds},v1=${digest}`;
}

/** Returns the request headers of a signed message. */
export function headersOf(message: { id: string; type: string; signature: string }) {
  return {
    "content-type": "application/json",
    "user-agent": "Satchel",
    "satchel-event": message.type,
    "satchel-delivery": message.id,
    "satchel-signature": message.signature,
  };
}
