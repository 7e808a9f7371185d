import type { Block } from "../chain/block.ts";
import type { Ledger } from "../chain/ledger.ts";
import type { Faults } from "../http/faults.ts";
import type { txView } from "./views.ts";

/** How many blocks a lagging host is behind. */
const LAG_BLOCKS = 3;

/** The newest block that a host knows of. */
export function hostTip(ledger: Ledger, fault: Faults["esplora"]): Block & { height: number } {
  const height = Math.max(0, ledger.tip.height - LAG_BLOCKS);
  const block = fault === "lagging" ? ledger.blockAt(height) : undefined;
  return block ? { ...block, height } : ledger.tip;
}

/** A transaction as a host tells it that lags (newer blocks are none yet), or that confirms before its time. */
export function told(
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
