/** Returns a macaroon of LND in hex, with these rights such as "invoices:write" and a signature that no node accepts. */
export function makeMacaroon(rights: string[]): string {
  const field = (tag: number, content: Uint8Array) => [tag, ...varint(content.length), ...content];
  const text = (tag: number, content: string) => field(tag, Buffer.from(content));
  const ops = Map.groupBy(rights, (right) => right.split(":")[0] ?? "");
  const id = [...field(0x0a, new Uint8Array(16).fill(7)), ...text(0x12, "0")];
  for (const [entity, ofEntity] of ops) {
    const actions = ofEntity.flatMap((right) => text(0x12, right.slice(entity.length + 1)));
    id.push(...field(0x1a, Uint8Array.from([...text(0x0a, entity), ...actions])));
  }
  return Buffer.from([
    2,
    ...text(1, "lnd"),
    ...field(2, Uint8Array.from([3, ...id])),
    0,
    0,
    ...field(6, new Uint8Array(32)),
  ]).toString("hex");
}

function varint(number: number): number[] {
  return number < 0x80 ? [number] : [(number & 0x7f) | 0x80, ...varint(number >> 7)];
}
