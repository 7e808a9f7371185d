// The JSON shapes of Esplora's HTTP API, as Blockstream's server (electrs, src/rest.rs) writes them.
import { REGTEST_BITS } from "../chain/block.ts";
import type { Block } from "../chain/block.ts";
import { displayHash, internalHash, merkleBranch } from "../chain/hash.ts";
import { scriptAsm } from "../chain/asm.ts";
import type { Ledger } from "../chain/ledger.ts";
import { describeScript } from "../chain/network.ts";
import { vsize } from "../chain/tx.ts";
import type { Tx, TxOutput } from "../chain/tx.ts";

/** "status" of a transaction: absent block fields mean unconfirmed, or unknown. */
export function statusView(ledger: Ledger, txid: string) {
  const height = ledger.place(txid)?.height;
  const block = height === undefined ? undefined : ledger.blockAt(height);
  if (block === undefined) return { confirmed: false };
  return {
    confirmed: true,
    block_height: height,
    block_hash: block.hash,
    block_time: block.time,
  };
}

/** A transaction; amounts in sats. */
export function txView(ledger: Ledger, tx: Tx) {
  return {
    txid: tx.txid,
    version: tx.version,
    locktime: tx.locktime,
    vin: tx.inputs.map((input) => {
      const prevout = ledger.output(input.txid, input.vout);
      return {
        txid: input.txid,
        vout: input.vout,
        prevout: prevout === undefined ? null : outputView(prevout),
        scriptsig: input.scriptSig,
        scriptsig_asm: scriptAsm(input.scriptSig),
        ...(input.witness.length > 0 && { witness: input.witness }),
        is_coinbase: tx.isCoinbase,
        sequence: input.sequence,
      };
    }),
    vout: tx.outputs.map(outputView),
    size: tx.size,
    weight: tx.weight,
    fee: ledger.fee(tx),
    status: statusView(ledger, tx.txid),
  };
}

function outputView({ script, value }: TxOutput) {
  const { type, address } = describeScript(script);
  return {
    scriptpubkey: script,
    scriptpubkey_asm: scriptAsm(script),
    scriptpubkey_type: type,
    ...(address !== undefined && { scriptpubkey_address: address }),
    value,
  };
}

/** The spender of an output, if any. */
export function outspendView(ledger: Ledger, txid: string, vout: number) {
  const spender = ledger.spender(txid, vout);
  if (spender === undefined) return { spent: false };
  return { spent: true, ...spender, status: statusView(ledger, spender.txid) };
}

/** A block of the best chain. */
export function blockView(ledger: Ledger, block: Block, height: number) {
  return {
    id: block.hash,
    height,
    version: block.version,
    timestamp: block.time,
    tx_count: block.txids.length,
    size: block.size,
    weight: block.weight,
    merkle_root: block.merkleRoot,
    ...(height > 0 && { previousblockhash: block.previous }),
    mediantime: ledger.medianTimeAt(height),
    nonce: block.nonce,
    bits: block.bits,
    difficulty: difficulty(REGTEST_BITS),
  };
}

/** Where a transaction is in its block, and the hashes that lead from it to the merkle root. */
export function merkleProofView(block: Block, place: { height: number; position: number }) {
  const branch = merkleBranch(block.txids.map(internalHash), place.position);
  return { block_height: place.height, merkle: branch.map(displayHash), pos: place.position };
}

/** The funded and spent outputs of an address: counts and sums in sats. */
export function statsView(ledger: Ledger, script: string, txs: readonly Tx[]) {
  const funded = txs.flatMap((tx) => tx.outputs.filter((output) => output.script === script));
  const spent = txs.flatMap((tx) =>
    tx.inputs.flatMap(({ txid, vout }) => {
      const prevout = ledger.output(txid, vout);
      return prevout?.script === script ? [prevout] : [];
    }),
  );
  return {
    tx_count: txs.length,
    funded_txo_count: funded.length,
    funded_txo_sum: sum(funded.map(({ value }) => value)),
    spent_txo_count: spent.length,
    spent_txo_sum: sum(spent.map(({ value }) => value)),
  };
}

/** The mempool's totals and its fee histogram: [sats per vbyte, vbytes] bins, dearest first. */
export function mempoolView(ledger: Ledger) {
  const txs = ledger.mempool().map((tx) => ({ fee: ledger.fee(tx), vsize: vsize(tx) }));
  return {
    count: txs.length,
    vsize: sum(txs.map((tx) => tx.vsize)),
    total_fee: sum(txs.map((tx) => tx.fee)),
    fee_histogram: feeHistogram(txs),
  };
}

/** An entry of the list of the newest mempool transactions; `value` is the sum of its inputs. */
export function recentView(ledger: Ledger, tx: Tx) {
  const fee = ledger.fee(tx);
  return { txid: tx.txid, fee, vsize: vsize(tx), value: fee + sum(tx.outputs.map((o) => o.value)) };
}

function feeHistogram(txs: readonly { fee: number; vsize: number }[]): [number, number][] {
  const BIN_VBYTES = 50_000;
  const bins: [number, number][] = [];
  let filled = 0;
  let rate = 0;
  for (const tx of txs.toSorted((a, b) => b.fee / b.vsize - a.fee / a.vsize)) {
    const next = tx.fee / tx.vsize;
    if (filled > BIN_VBYTES && next !== rate) {
      bins.push([rate, filled]);
      filled = 0;
    }
    rate = next;
    filled += tx.vsize;
  }
  return filled > 0 ? [...bins, [rate, filled]] : bins;
}

/** How much harder than the easiest main network target a compact target is. */
function difficulty(bits: number): number {
  return (0xffff / (bits & 0xffffff)) * 256 ** (0x1d - (bits >>> 24));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, n) => total + n, 0);
}
