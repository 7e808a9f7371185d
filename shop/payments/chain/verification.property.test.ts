import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fastCheckOptions, TIME_LIMIT_MS } from "../../../tests/lifecycle/run-scenario.ts";
import { merchantXpub } from "../../../sandbox/chain/keys.ts";
import { merkleBranch } from "../../../sandbox/chain/hash.ts";
import { openWorld } from "../../../sandbox/world.ts";
import { addressAt, parseAccountKey } from "../wallet/address.ts";
import { displayHash, internalHash, readHeader } from "./block-header.ts";
import { merkleRootOf, type MerkleProof } from "./merkle-proof.ts";
import { readTransaction } from "./raw-transaction.ts";

/** What a host says about one transaction: true, or changed by a story. */
interface Claim {
  txid: string;
  hex: string;
  header: string;
  proof: MerkleProof;
}

function address(index: number): string {
  const key = parseAccountKey(merchantXpub(), "regtest");
  if (!key.ok) throw new Error(key.error);
  return addressAt(key.value, index);
}

let dir: string;
/** Every transaction of the true chain, with its header and its proof. */
let truth: Claim[];
/** The true headers, by hash. */
let headers: Set<string>;

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), "satchel-claims-"));
  const { chain } = openWorld(dir);
  // Blocks of one to nine transactions, so that the Merkle trees are of every shape.
  for (let block = 0; block < 8; block += 1) {
    for (let i = 0; i < block; i += 1)
      chain.pay([{ address: address(block), sats: 1_000 * (i + 1) }]);
    chain.mine(1);
  }
  const { ledger } = chain;
  headers = new Set();
  truth = [];
  for (let height = 0; height <= ledger.tip.height; height += 1) {
    const block = ledger.blockAt(height);
    if (!block) continue;
    headers.add(block.hash);
    for (const [pos, txid] of block.txids.entries()) {
      const merkle = merkleBranch(block.txids.map(internalHash), pos).map(displayHash);
      const hex = ledger.tx(txid)?.hex ?? "";
      truth.push({ txid, hex, header: block.header, proof: { merkle, pos } });
    }
  }
});
afterAll(() => rmSync(dir, { recursive: true }));

/** What an adapter does with a claim: the outputs that it proves, or null. */
function verify({ txid, hex, header, proof }: Claim) {
  const read = readHeader(header, "regtest", new Date());
  // A header counts only as part of the stored chain.
  if (!read.ok || !headers.has(read.value.hash)) return null;
  const transaction = readTransaction(hex);
  if (!transaction.ok || transaction.value.txid !== txid) return null;
  if (merkleRootOf(txid, proof) !== read.value.merkleRoot) return null;
  return transaction.value.outputs;
}

const index = fc.nat({ max: 10_000 });
const change = fc.oneof(
  fc.record({ kind: fc.constantFrom("hex", "header", "txid"), other: index }),
  fc.record({ kind: fc.constant("flip"), at: index, bit: fc.nat({ max: 7 }) }),
  fc.record({ kind: fc.constant("flip header"), at: index, bit: fc.nat({ max: 7 }) }),
  fc.record({ kind: fc.constantFrom("proof", "longer", "shorter"), other: index }),
  fc.record({ kind: fc.constantFrom("pos", "sibling"), other: index }),
  fc.record({ kind: fc.constant("inner node"), other: index }),
);
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

function flip(hex: string, at: number, bit: number): string {
  const bytes = Buffer.from(hex, "hex");
  const i = at % bytes.length;
  bytes[i] = (bytes[i] ?? 0) ^ (1 << bit);
  return bytes.toString("hex");
}

function lie(claim: Claim, made: Change): Claim {
  const other = "other" in made ? truth[made.other % truth.length] : undefined;
  const { merkle, pos } = claim.proof;
  if ("at" in made) {
    const field = made.kind === "flip" ? "hex" : "header";
    return { ...claim, [field]: flip(claim[field], made.at, made.bit) };
  }
  if (!other) return claim;
  switch (made.kind) {
    case "hex":
      return { ...claim, hex: other.hex };
    case "header":
      return { ...claim, header: other.header };
    case "txid":
      return { ...claim, txid: other.txid };
    case "proof":
      return { ...claim, proof: other.proof };
    case "longer":
      return { ...claim, proof: { merkle: [...merkle, other.txid], pos: pos * 2 } };
    case "shorter":
      return { ...claim, proof: { merkle: merkle.slice(1), pos: pos >> 1 } };
    case "pos":
      return { ...claim, proof: { merkle, pos: pos + (made.other % 5) } };
    case "inner node": {
      // Two hashes of the tree, handed out as a transaction of 64 bytes.
      const node = Buffer.concat([internalHash(claim.txid), internalHash(merkle[0] ?? other.txid)]);
      const proof = { merkle: merkle.slice(1), pos: pos >> 1 };
      return { ...claim, hex: node.toString("hex"), proof };
    }
    default: {
      const siblings = [...merkle];
      siblings[made.other % Math.max(1, merkle.length)] = randomBytes(32).toString("hex");
      return { ...claim, proof: { merkle: siblings, pos } };
    }
  }
}

test("true claims are proven", () => {
  for (const claim of truth) expect(verify(claim)).not.toBeNull();
});

test(
  "no mixture of lies proves an output that the true chain does not hold",
  () => {
    fc.assert(
      fc.property(index, fc.array(change, { minLength: 1, maxLength: 4 }), (which, changes) => {
        const origin = truth[which % truth.length];
        if (!origin) throw new Error("the chain is empty");
        const claim = changes.reduce(lie, origin);
        const outputs = verify(claim);
        if (outputs === null) return;
        const real = truth.find(
          ({ txid, header }) => txid === claim.txid && header === claim.header,
        );
        expect(real, "the block holds the transaction").toBeDefined();
        const transaction = readTransaction(real?.hex ?? "");
        expect(transaction.ok && transaction.value.outputs).toEqual(outputs);
      }),
      fastCheckOptions(10_000),
    );
  },
  TIME_LIMIT_MS,
);

test("a 64-byte transaction is refused, whatever it says", () => {
  // Version, one input without a script, one output of four script bytes, lock time.
  const input = `01${"ab".repeat(32)}0000000000ffffffff`;
  const output = `01${"00".repeat(8)}0451515151`;
  const hex = `02000000${input}${output}00000000`;
  expect(hex).toHaveLength(128);
  expect(readTransaction(hex)).toMatchObject({ ok: false, error: expect.stringContaining("64") });
});
