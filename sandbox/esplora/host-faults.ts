import type { Block } from "../chain/block.ts";
import type { Ledger } from "../chain/ledger.ts";
import type { Faults } from "../http/faults.ts";
import type { txView } from "./views.ts";

/** The number of blocks that a lagging host is behind. */
const LAG_BLOCKS = 3;

/** Returns the newest block that a host reports. */
export function hostTip(ledger: Ledger, fault: Faults["esplora"]): Block & { height: number } {
  const height = Math.max(0, ledger.tip.height - LAG_BLOCKS);
  const block = fault === "lagging" ? ledger.blockAt(height) : undefined;
  return block ? { ...block, height } : ledger.tip;
}

/** Applies a host's fault to a transaction: a lagging host hides newer blocks, a hasty one confirms too early. */
export function applyHostFault(
  ledger: Ledger,
  tx: ReturnType<typeof txView>,
  fault: Faults["esplora"],
): ReturnType<typeof txView> {
  const { height, hash, time } = hostTip(ledger, fault);
  if (fault === "lagging" && Number(tx.status.block_height) > height)
    return { ...tx, status: { confirmed: false } };
  if (fault !== "hasty" || tx.status.confirmed) return tx;
  const status = { confirmed: true, block_height: height, block_hash: hash, block_time: time };
  return { ...tx, status };
}
