import { createHash } from "node:crypto";

/** One condition of a rune, such as `method=invoice`; of a restriction's alternatives one has to hold. */
export type Restriction = readonly string[];

const BLOCK_BYTES = 64;

/**
 * Makes a rune (ElementsProject/lightning: ccan/rune, rustyrussell/runes): the base64url of an authentication code of 32
 * bytes and the text of the restrictions, of which the first is the unique id. The code is the SHA-256 of the secret and
 * of each restriction, each part with SHA-256's own padding, so that a holder can add restrictions but not remove them.
 */
export function makeRune(secret: Uint8Array, id: number, restrictions: readonly Restriction[]) {
  const parts = [`=${id}`, ...restrictions.map((alternatives) => alternatives.join("|"))];
  const hash = createHash("sha256");
  let length = 0;
  const update = (data: Uint8Array) => {
    const padding = paddingAfter(length + data.length);
    hash.update(data).update(padding);
    length += data.length + padding.length;
  };
  update(secret);
  parts.slice(0, -1).forEach((part) => update(Buffer.from(part)));
  // The digest pads the last part.
  hash.update(parts.at(-1) ?? "");
  const text = Buffer.concat([hash.digest(), Buffer.from(parts.join("&"))]).toString("base64");
  return text.replaceAll("+", "-").replaceAll("/", "_");
}

/** Returns the padding of SHA-256 behind a message of so many bytes (FIPS 180-4, section 5.1.1). */
function paddingAfter(bytes: number): Buffer {
  const zeros = (2 * BLOCK_BYTES - 9 - (bytes % BLOCK_BYTES)) % BLOCK_BYTES;
  const padding = Buffer.alloc(1 + zeros + 8);
  padding[0] = 0x80;
  padding.writeBigUInt64BE(BigInt(bytes * 8), 1 + zeros);
  return padding;
}
