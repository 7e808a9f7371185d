import { type Result, err, ok } from "#lib/result.ts";

/** Of the binary format; a field is its type, its length and its bytes. */
const VERSION = 2;
const IDENTIFIER = 2;
/** Of the identifier that macaroon-bakery writes. */
const BAKERY_VERSION = 3;
/** In `MacaroonId` the operations, in `Op` the entity and the actions. */
const OPS = 3;
const ENTITY = 1;
const ACTIONS = 2;

const LENGTH_DELIMITED = 2;

/**
 * Returns the rights of a macaroon of LND, such as "invoices:write" or "uri:/lnrpc.Lightning/AddInvoice". They are in
 * its identifier: a version byte and `lnrpc.MacaroonId` as protobuf, as `lncli printmacaroon` reads it
 * (lightningnetwork/lnd: cmd/commands/cmd_macaroon.go, lnrpc/lightning.proto; the packets: go-macaroon, "version 2 binary
 * format"). Caveats only take rights away, and are not read.
 */
export function macaroonRights(bytes: Uint8Array): Result<string[], string> {
  try {
    const packets = reader(bytes);
    if (packets.byte() !== VERSION) return err("not a macaroon of version 2");
    let identifier: Uint8Array | null = null;
    while (!packets.isAtEnd() && identifier === null) {
      const type = packets.varint();
      // The end of the head of the macaroon.
      if (type === 0) break;
      const content = packets.bytes();
      if (type === IDENTIFIER) identifier = content;
    }
    if (identifier?.[0] !== BAKERY_VERSION)
      return err("a macaroon without rights that can be read");
    return ok(fieldsOf(identifier.subarray(1), OPS).flatMap(rightsOf));
  } catch (error) {
    if (error instanceof RangeError) return err("a macaroon that is cut off");
    throw error;
  }
}

function rightsOf(op: Uint8Array): string[] {
  const text = new TextDecoder();
  const [entity = ""] = fieldsOf(op, ENTITY).map((bytes) => text.decode(bytes));
  return fieldsOf(op, ACTIONS).map((bytes) => `${entity}:${text.decode(bytes)}`);
}

/** Returns the values of a field in a message of protobuf in which every field is length-delimited. */
function fieldsOf(message: Uint8Array, number: number): Uint8Array[] {
  const fields = reader(message);
  const values: Uint8Array[] = [];
  while (!fields.isAtEnd()) {
    const tag = fields.varint();
    if ((tag & 7) !== LENGTH_DELIMITED) throw new RangeError("a field of another wire type");
    const value = fields.bytes();
    if (tag >> 3 === number) values.push(value);
  }
  return values;
}

/** Reads bytes in order; throws a RangeError at their end. */
function reader(bytes: Uint8Array) {
  let at = 0;
  function byte(): number {
    const value = bytes[at];
    if (value === undefined) throw new RangeError("at the end");
    at += 1;
    return value;
  }
  /** A number in groups of 7 bits, the lowest first. */
  function varint(): number {
    let value = 0;
    for (let shift = 0; shift < 28; shift += 7) {
      const group = byte();
      value |= (group & 0x7f) << shift;
      if (group < 0x80) return value;
    }
    throw new RangeError("a number that is too large");
  }
  return {
    byte,
    varint,
    bytes(): Uint8Array {
      const length = varint();
      if (at + length > bytes.length) throw new RangeError("at the end");
      at += length;
      return bytes.subarray(at - length, at);
    },
    isAtEnd: () => at >= bytes.length,
  };
}
