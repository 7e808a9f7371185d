import { RawTx } from "@scure/btc-signer";
import { TxRejection } from "../errors.ts";
import { displayHash, sha256d } from "./hash.ts";

/** The most a transaction can move, in sats: the 21 million coins there will ever be. */
export const MAX_SATS = 21_000_000 * 100_000_000;

// Bitcoin Core's JSON-RPC error code for a transaction that cannot be read.
const RPC_DESERIALIZATION_ERROR = -22;

/** The previous transaction id every coinbase input carries. */
export const NO_TXID = "0".repeat(64);

export type TxInput = {
  txid: string;
  vout: number;
  scriptSig: string;
  sequence: number;
  witness: string[];
};

/** value is in sats, script in hex. */
export type TxOutput = { value: number; script: string };

/** A parsed transaction; `hex` is its full serialisation and txid the real hash of it. */
export type Tx = {
  txid: string;
  wtxid: string;
  hex: string;
  version: number;
  locktime: number;
  inputs: TxInput[];
  outputs: TxOutput[];
  size: number;
  weight: number;
  isCoinbase: boolean;
};

/** Parses a serialised transaction; throws TxRejection if it is not exactly one. */
export function parseTx(hex: string): Tx {
  if (!/^([0-9a-f]{2})+$/i.test(hex)) throw unreadable("it is not hex");
  const bytes = Buffer.from(hex, "hex");
  const raw = decode(bytes);
  const stripped = RawTx.encode({ ...raw, segwitFlag: false, witnesses: [] });
  const inputs = raw.inputs.map((input, index) => ({
    txid: toHex(input.txid),
    vout: input.index,
    scriptSig: toHex(input.finalScriptSig),
    sequence: input.sequence,
    witness: (raw.witnesses?.[index] ?? []).map(toHex),
  }));
  const outputs = raw.outputs.map(({ amount, script }) => {
    if (amount > BigInt(MAX_SATS)) throw unreadable("an output is worth more than 21 million BTC");
    return { value: Number(amount), script: toHex(script) };
  });
  return {
    txid: displayHash(sha256d(stripped)),
    wtxid: displayHash(sha256d(bytes)),
    hex: hex.toLowerCase(),
    version: raw.version,
    locktime: raw.lockTime,
    inputs,
    outputs,
    size: bytes.length,
    // BIP141: witness bytes weigh one unit, all others four.
    weight: stripped.length * 3 + bytes.length,
    isCoinbase: inputs.length === 1 && inputs[0]?.txid === NO_TXID,
  };
}

/** Virtual size in vbytes, the unit fee rates are quoted in. */
export function vsize(tx: Tx): number {
  return Math.ceil(tx.weight / 4);
}

function decode(bytes: Uint8Array): ReturnType<typeof RawTx.decode> {
  try {
    return RawTx.decode(bytes);
  } catch {
    throw unreadable("the bytes do not parse as a transaction");
  }
}

function unreadable(why: string): TxRejection {
  return new TxRejection(RPC_DESERIALIZATION_ERROR, `TX decode failed: ${why}`);
}

function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}
