const DECLARED = /^<\?xml[^>]*\sencoding\s*=\s*["']([\w.-]{1,40})["']/i;

/**
 * Decodes a bank's file: UTF-16 with a byte order mark, else UTF-8 if valid, else the encoding of its XML declaration,
 * else Windows-1252, which older banking software writes.
 */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  return (
    decoded(bytes, "utf-8") ??
    decoded(bytes, declaredEncoding(bytes)) ??
    new TextDecoder("windows-1252").decode(bytes)
  );
}

function declaredEncoding(bytes: Uint8Array): string {
  const beginning = new TextDecoder("windows-1252").decode(bytes.subarray(0, 200));
  return DECLARED.exec(beginning.trimStart())?.[1] ?? "utf-8";
}

/** Returns null for an unknown encoding and for invalid bytes. */
function decoded(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
