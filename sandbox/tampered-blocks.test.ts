import Block from "bcoin/lib/primitives/block.js";
import { expect, test } from "vitest";
import { sha256d } from "./chain/hash.ts";
import { mineBlock, type Parent, parentAt } from "./chain/miner.ts";
import { parseTx, type Tx } from "./chain/tx.ts";
import { openSandboxAndBcoin } from "./test-bcoin.ts";

const address = "bcrt1q6rhpng9evdsfnn833a4f4vej0asu6dk5srld6x";

test("bcoin refuses blocks of the sandbox that break one rule", async () => {
  const { chain, node, sync } = await openSandboxAndBcoin();
  const { ledger, wallet } = chain;
  const spent = ledger.tx(chain.pay([{ address, sats: 4_000 }])) as Tx;
  chain.mine(1);
  const paid = ledger.tx(chain.pay([{ address, sats: 5_000 }])) as Tx;
  await sync();
  const parent = parentAt(ledger, ledger.tip.height);
  const fees = ledger.fee(paid);

  const mine = (txs: readonly Tx[], options: { fees?: number; parent?: Partial<Parent> } = {}) => {
    const now = options.parent?.times ? 0 : Math.floor(Date.now() / 1000);
    const reward = { fees: options.fees ?? fees, script: wallet.script };
    const salt = Buffer.alloc(8);
    const block = mineBlock({ ...parent, ...options.parent }, txs, { ...reward, now, salt });
    const count = (txs.length + 1).toString(16).padStart(2, "0");
    return block.header + count + [block.coinbase, ...txs].map(({ hex }) => hex).join("");
  };
  const refuses = async (hex: string, reason: string) => {
    const block = Block.fromRaw(Buffer.from(hex, "hex"));
    await expect(node.add(block)).rejects.toMatchObject({ reason });
    expect(node.tip.rhash()).toBe(parent.hash);
  };

  const valid = mine([paid]);
  const otherRoot = withHeader(valid, (header) => header.fill(0xff, 36, 68));
  await refuses(otherRoot, "bad-txnmrklroot");
  await refuses(withoutWork(valid), "high-hash");
  await refuses(
    withHeader(valid, (header) => header.writeUInt32LE(0x207ffffe, 72)),
    "bad-diffbits",
  );
  await refuses(mine([paid], { parent: { times: [0] } }), "time-too-old");
  await refuses(mine([paid], { parent: { height: parent.height + 1 } }), "bad-cb-height");

  await refuses(mine([paid], { fees: fees + 1 }), "bad-cb-amount");
  await refuses(mine([paid, paid]), "bad-txns-inputs-missingorspent");
  await refuses(mine([spent], { fees: 0 }), "bad-txns-inputs-missingorspent");
  const [output = { value: 0, script: "" }] = paid.outputs;
  const more = parseTx(paid.hex.replace(valueHex(output.value), valueHex(21e14)));
  await refuses(mine([more], { fees: 0 }), "bad-txns-txouttotal-toolarge");

  const [signature = ""] = paid.inputs[0]?.witness ?? [];
  const end = signature.slice(-4, -2);
  const forged = signature.slice(0, -4) + (end === "01" ? "02" : "01") + signature.slice(-2);
  const badSignature = parseTx(paid.hex.replace(signature, forged));
  expect(badSignature.txid).toBe(paid.txid);
  await refuses(mine([badSignature]), "mandatory-script-verify-flag-failed");
  await refuses(valid.replace(signature, forged), "bad-witness-merkle-match");

  const height = ledger.tip.height - 98;
  const [txid = ""] = ledger.blockAt(height)?.txids ?? [];
  const immature = { txid, vout: 0, value: 5_000_000_000, height };
  const plan = { payees: [], coins: [], mustSpend: [immature], feeRate: 1 };
  const early = wallet.buildPayment(plan);
  await refuses(mine([parseTx(early)], { fees: 0 }), "bad-txns-premature-spend-of-coinbase");
  expect(() => chain.broadcast(early)).toThrow("bad-txns-premature-spend-of-coinbase");

  // Nothing else was wrong with them.
  await node.add(Block.fromRaw(Buffer.from(valid, "hex")));
});

/** Returns an amount as it is serialised: eight bytes, the lowest first. */
function valueHex(sats: number): string {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(sats));
  return bytes.toString("hex");
}

/** Changes the header of a block, and mines it again. */
function withHeader(block: string, change: (header: Buffer) => void): string {
  const header = Buffer.from(block.slice(0, 160), "hex");
  change(header);
  for (let nonce = 0; !hasWork(header); nonce++) header.writeUInt32LE(nonce, 76);
  return header.toString("hex") + block.slice(160);
}

/** Changes the nonce of a block to one that misses the target. */
function withoutWork(block: string): string {
  const header = Buffer.from(block.slice(0, 160), "hex");
  for (let nonce = 0; hasWork(header); nonce++) header.writeUInt32LE(nonce, 76);
  return header.toString("hex") + block.slice(160);
}

function hasWork(header: Buffer): boolean {
  return ((sha256d(header)[31] as number) & 0x80) === 0;
}
