import { constants, crc32, deflateRawSync } from "node:zlib";

/** A text with blanks, compressed but for the blanks: what is filled in costs no compressing. */
export interface GzippedForm {
  /** What comes before each blank, and after the last. */
  parts: readonly Buffer[];
  /** Bytes of each blank. */
  blank: number;
}

/** Compresses all but the blanks: `blank` bytes at each of the places, which are in order. */
export function gzipForm(text: Buffer, places: readonly number[], blank: number): GzippedForm {
  const starts = [0, ...places.map((place) => place + blank)];
  const parts = starts.map((start, i) =>
    // Flushed, a part ends at a whole byte, with a block that is not the last.
    deflateRawSync(text.subarray(start, places[i] ?? text.length), {
      level: constants.Z_BEST_COMPRESSION,
      finishFlush: constants.Z_SYNC_FLUSH,
    }),
  );
  return { parts, blank };
}

/** The whole text, with `fill` in each blank, as a gzip file (RFC 1952); `text` is the same uncompressed. */
export function fillGzip(
  { parts, blank }: GzippedForm,
  fill: Buffer,
  text: Buffer,
): Buffer<ArrayBuffer> {
  // A block of DEFLATE that is stored as it is (RFC 1951, 3.2.4).
  const head = Buffer.alloc(5);
  head.writeUInt16LE(blank, 1);
  head.writeUInt16LE(~blank & 0xffff, 3);
  const stored = Buffer.concat([head, fill]);
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(text), 0);
  trailer.writeUInt32LE(text.length, 4);
  return Buffer.concat([
    HEADER,
    ...parts.flatMap((part, i) => (i === 0 ? [part] : [stored, part])),
    LAST_BLOCK,
    trailer,
  ]);
}

/** DEFLATE, no name, no time, of no system in particular. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
/** An empty one. */
const LAST_BLOCK = Buffer.from([3, 0]);
