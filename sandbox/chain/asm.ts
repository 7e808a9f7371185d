import { OP } from "@scure/btc-signer";

const PUSHDATA_LENGTH_BYTES = new Map<number, 1 | 2 | 4>([
  [OP.PUSHDATA1, 1],
  [OP.PUSHDATA2, 2],
  [OP.PUSHDATA4, 4],
]);

const names = new Map<number, string>(Object.entries(OP).map(([name, code]) => [code, name]));
// Where Esplora (rust-bitcoin) has other names than the signing library.
names.set(OP.OP_0, "0").set(OP["1NEGATE"], "PUSHNUM_NEG1");
names.set(OP.CHECKLOCKTIMEVERIFY, "CLTV").set(OP.CHECKSEQUENCEVERIFY, "CSV");
for (let n = 1; n <= 16; n++) names.set(0x50 + n, `PUSHNUM_${n}`);

/** A script in hex written out as Esplora writes it ("OP_0 OP_PUSHBYTES_20 ..."). */
export function scriptAsm(hex: string): string {
  const script = Buffer.from(hex, "hex");
  const words: string[] = [];
  for (let at = 0; at < script.length;) {
    const code = script[at++] as number;
    const lengthBytes = PUSHDATA_LENGTH_BYTES.get(code);
    let length = code < OP.PUSHDATA1 ? code : 0;
    if (lengthBytes !== undefined) {
      if (at + lengthBytes > script.length) return [...words, "<unexpected end>"].join(" ");
      length = script.readUIntLE(at, lengthBytes);
      at += lengthBytes;
    }
    const isPlainPush = code > 0 && code < OP.PUSHDATA1;
    words.push(isPlainPush ? `OP_PUSHBYTES_${code}` : `OP_${names.get(code) ?? `RETURN_${code}`}`);
    if (at + length > script.length) return [...words, "<push past end>"].join(" ");
    if (length > 0) words.push(script.toString("hex", at, at + length));
    at += length;
  }
  return words.join(" ");
}
