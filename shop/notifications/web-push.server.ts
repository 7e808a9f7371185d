import {
  createCipheriv,
  createECDH,
  createPrivateKey,
  hkdfSync,
  randomBytes,
  sign,
} from "node:crypto";
import { z } from "zod";
import type { Db } from "#db/client.server.ts";
import { targetUrl } from "#lib/target-url.ts";
import { readSecret } from "../settings/settings.server.ts";

/** The order of the group of P-256 (FIPS 186-4, D.1.2.3). */
const P256_ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const CURVE = "prime256v1";
/** One record holds the whole message: push services take 4096 bytes (RFC 8291, 4). */
const RECORD_SIZE = 4096;
/** How long a push service keeps a message for a device that is off, in seconds. */
const TTL_SECONDS = 24 * 60 * 60;
/** How long a token is valid; at most 24 hours (RFC 8292, 2). */
const TOKEN_SECONDS = 12 * 60 * 60;

/** What a browser gives to whoever may send it messages (https://www.w3.org/TR/push-api/). */
export interface PushSubscription {
  endpoint: string;
  /** The browser's public key on P-256, uncompressed, in base64url. */
  p256dh: string;
  /** A secret of 16 bytes in base64url. */
  auth: string;
}

/** Validates what a browser posts as its subscription. */
export const subscriptionSchema = z.object({
  endpoint: targetUrl,
  p256dh: z.string().refine(isPublicKey, "not a key on P-256"),
  auth: z.string().refine((text) => Buffer.from(text, "base64url").length === 16, "not 16 bytes"),
});

/** The keys that identify the shop to push services (RFC 8292). */
export interface VapidKeys {
  privateKey: Buffer;
  /** Uncompressed, in base64url, as browsers and push services take it. */
  publicKey: string;
}

/** Returns the shop's keys, which the first call creates. They are derived from a secret of the shop. */
export async function readVapidKeys(db: Db): Promise<VapidKeys> {
  const secret = BigInt(`0x${await readSecret(db, "web-push")}`);
  const scalar = (secret % (P256_ORDER - 1n)) + 1n;
  const privateKey = Buffer.from(scalar.toString(16).padStart(64, "0"), "hex");
  const ecdh = createECDH(CURVE);
  ecdh.setPrivateKey(privateKey);
  return { privateKey, publicKey: ecdh.getPublicKey("base64url") };
}

/**
 * Returns the request that sends a message to a browser (RFC 8030). `topic` identifies the message: a repeated one
 * replaces the first at the push service. `contact` is an https or mailto URL.
 */
export function pushRequest(
  subscription: PushSubscription,
  text: string,
  { vapid, contact, topic, now }: { vapid: VapidKeys; contact: string; topic: string; now: Date },
) {
  const token = vapidToken(vapid, {
    audience: new URL(subscription.endpoint).origin,
    contact,
    now,
  });
  return {
    url: subscription.endpoint,
    body: encryptPush(text, subscription),
    headers: {
      "content-type": "application/octet-stream",
      "content-encoding": "aes128gcm",
      authorization: `vapid t=${token}, k=${vapid.publicKey}`,
      ttl: String(TTL_SECONDS),
      urgency: "high",
      topic,
    },
  };
}

/** Encrypts a message for one browser (RFC 8291), as one record (RFC 8188). `own` and `salt` are given in tests only. */
export function encryptPush(
  text: string,
  { p256dh, auth }: Pick<PushSubscription, "p256dh" | "auth">,
  { privateKey, salt = randomBytes(16) }: { privateKey?: Buffer; salt?: Buffer } = {},
): Buffer {
  const receiverKey = Buffer.from(p256dh, "base64url");
  const sender = createECDH(CURVE);
  if (privateKey) sender.setPrivateKey(privateKey);
  else sender.generateKeys();
  const senderKey = sender.getPublicKey();
  const derive = (key: Uint8Array, saltOf: Uint8Array, info: string | Buffer, length: number) =>
    Buffer.from(hkdfSync("sha256", key, saltOf, info, length));
  const secret = derive(
    sender.computeSecret(receiverKey),
    Buffer.from(auth, "base64url"),
    Buffer.concat([Buffer.from("WebPush: info\0"), receiverKey, senderKey]),
    32,
  );
  const key = derive(secret, salt, "Content-Encoding: aes128gcm\0", 16);
  const nonce = derive(secret, salt, "Content-Encoding: nonce\0", 12);
  const cipher = createCipheriv("aes-128-gcm", key, nonce);
  // The delimiter of the last record.
  const plain = Buffer.concat([Buffer.from(text), Buffer.from([2])]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(RECORD_SIZE);
  return Buffer.concat([
    salt,
    size,
    Buffer.from([senderKey.length]),
    senderKey,
    cipher.update(plain),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
}

/** Returns the signed token that names the shop to a push service (RFC 8292; a JWT with ES256, RFC 7518). */
function vapidToken(
  { privateKey, publicKey }: VapidKeys,
  { audience, contact, now }: { audience: string; contact: string; now: Date },
): string {
  const exp = Math.floor(now.getTime() / 1000) + TOKEN_SECONDS;
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
  const signed = `${encode({ typ: "JWT", alg: "ES256" })}.${encode({ aud: audience, exp, sub: contact })}`;
  const point = Buffer.from(publicKey, "base64url");
  const key = createPrivateKey({
    format: "jwk",
    key: {
      kty: "EC",
      crv: "P-256",
      d: privateKey.toString("base64url"),
      x: point.subarray(1, 33).toString("base64url"),
      y: point.subarray(33).toString("base64url"),
    },
  });
  const signature = sign("sha256", Buffer.from(signed), { key, dsaEncoding: "ieee-p1363" });
  return `${signed}.${signature.toString("base64url")}`;
}

function isPublicKey(text: string): boolean {
  const point = Buffer.from(text, "base64url");
  if (point.length !== 65 || point[0] !== 4) return false;
  try {
    const ecdh = createECDH(CURVE);
    ecdh.generateKeys();
    ecdh.computeSecret(point);
    return true;
  } catch {
    return false;
  }
}
