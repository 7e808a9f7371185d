import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { scriptOfAddress } from "../../sandbox/chain/network.ts";
import { parseTx } from "../../sandbox/chain/tx.ts";
import type { Shop } from "./shop-process.ts";

/** Pays; after a connection error, checks first whether the payment was made. */
export async function payOnce(
  shop: Shop,
  payment: { address: string; sats: number; confirm?: number },
): Promise<void> {
  while (satsPaidTo(shop, payment.address) === 0) {
    const answered = await shop.pay(payment).catch(() => null);
    if (!answered) await delay(50);
  }
}

/** Reads the transactions from the sandbox's files, which works while the shop is down. */
export function satsPaidTo(shop: Shop, address: string): number {
  const script = scriptOfAddress(address);
  const lines = readFileSync(join(shop.dataDir, "sandbox/chain.jsonl"), "utf8").split("\n");
  return lines
    .filter((line) => line.startsWith('{"t":"tx"') && line.endsWith("}"))
    .flatMap((line) => parseTx((JSON.parse(line) as { hex: string }).hex).outputs)
    .filter((output) => output.script === script)
    .reduce((sats, output) => sats + output.value, 0);
}
