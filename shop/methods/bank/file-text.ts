const DECLARED = /^<\?xml[^>]*\sencoding\s*=\s*["']([\w.-]{1,40})["']/i;

/**
 * The text of a bank's file: UTF-16 where it says so, UTF-8 if it is that, else what its first line declares, else
 * the Windows letters of Western Europe, in which older programs of banks write.
 */
export function fileText(bytes: Uint8Array): string {
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

/** Null for an encoding that there is not, and for what is not in it. */
function decoded(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
