import { formatBtc } from "#lib/money.ts";
import type { LightningState } from "#shop/payments/lightning/lightning-state.server.ts";
import { settingsPath } from "../settings/settings-pages.ts";
import type { StateItem } from "./state-card.tsx";

/** Returns what needs attention about the Lightning node. */
export function lightningItems(lightning: LightningState | null): StateItem[] {
  if (!lightning) return [];
  const { problem, tooLittle, unknown } = lightning;
  const to = settingsPath("lightning");
  const items: StateItem[] = [];
  if (problem !== null)
    items.push({ title: "Lightning is not offered", tone: "rejected", under: problem, to });
  if (tooLittle) {
    const { receivableSats, dearestSats } = tooLittle;
    items.push({
      title: "The Lightning node can receive little",
      tone: "pending",
      under: `${formatBtc(receivableSats)} BTC of the ${formatBtc(dearestSats)} BTC that the dearest package costs. More has to be paid on-chain.`,
      to,
    });
  }
  if (unknown > 0)
    items.push({
      title: "Invoices unknown to the Lightning node",
      tone: "rejected",
      count: unknown,
      under:
        "It was restored from an old backup, or is another node, or they were paid on-chain: look for their payments by hand.",
      to,
    });
  return items;
}
