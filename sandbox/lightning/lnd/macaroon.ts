import { createHmac } from "node:crypto";

/** Permissions of a macaroon: for each entity its actions; the entity `uri` lists single methods. */
export type Permissions = Record<string, readonly string[]>;

/** An operation that a method of LND requires, and the method's full name. */
export type Operation = { entity: string; action: string; uri: string };

const VERSION = 2;
const ID_VERSION = 3;
const LOCATION = "lnd";
const FIELD = { end: 0, location: 1, identifier: 2, signature: 6 };

/**
 * Bakes a macaroon as LND does: the binary format 2 of libmacaroons, whose identifier is a version byte and the
 * protobuf message lnrpc.MacaroonId with the permissions (lightningnetwork/lnd: lnrpc/lightning.proto, macaroons/).
 * `nonce` has 16 bytes.
 */
export function bakeMacaroon(rootKey: Uint8Array, nonce: Uint8Array, rights: Permissions): Buffer {
  const operations = Object.entries(rights).map(([entity, actions]) =>
    bytesField(
      3,
      Buffer.concat([
        bytesField(1, Buffer.from(entity)),
        ...actions.map((action) => bytesField(2, Buffer.from(action))),
      ]),
    ),
  );
  const identifier = Buffer.concat([
    Buffer.of(ID_VERSION),
    bytesField(1, nonce),
    // The id of the root key, as text.
    bytesField(2, Buffer.from("0")),
    ...operations,
  ]);
  return Buffer.concat([
    Buffer.of(VERSION),
    packet(FIELD.location, Buffer.from(LOCATION)),
    packet(FIELD.identifier, identifier),
    // The ends of the header and of the empty list of caveats.
    Buffer.of(FIELD.end, FIELD.end),
    packet(FIELD.signature, sign(rootKey, identifier)),
  ]);
}

/** Whether the permissions cover an operation, by its entity and action or by the method itself. */
export function permits(rights: Permissions, { entity, action, uri }: Operation): boolean {
  return (rights[entity]?.includes(action) ?? false) || (rights["uri"]?.includes(uri) ?? false);
}

/** Whether a holder of these permissions can send money off. */
export function canSpend(rights: Permissions): boolean {
  return ["offchain", "onchain"].some((entity) => rights[entity]?.includes("write"));
}

function sign(rootKey: Uint8Array, identifier: Uint8Array): Buffer {
  const key = createHmac("sha256", "macaroons-key-generator").update(rootKey).digest();
  return createHmac("sha256", key).update(identifier).digest();
}

function packet(field: number, data: Uint8Array): Buffer {
  return Buffer.concat([Buffer.of(field), varint(data.length), data]);
}

/** A length-delimited field of protobuf. */
function bytesField(number: number, data: Uint8Array): Buffer {
  return Buffer.concat([Buffer.of((number << 3) | 2), varint(data.length), data]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  return Buffer.of(...bytes, rest);
}
