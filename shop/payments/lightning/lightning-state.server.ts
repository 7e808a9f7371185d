import type { Db } from "#db/client.server.ts";
import { satsForCents } from "#lib/money.ts";
import type { PackagesForSale } from "../../catalog/package.ts";
import { countUnknown } from "./invoice-states.server.ts";
import type { Lightning, LightningStatus } from "./lightning.jobs.server.ts";
import { applyMargin, type Rate } from "../prices/rate.ts";

/** The state of the Lightning node, and what needs an administrator. */
export interface LightningState extends LightningStatus {
  /** When it can receive less than the dearest package costs: both in satoshis. */
  tooLittle: { receivableSats: number; dearestSats: number } | null;
  /** How many invoices of the last week the node does not have, though it made them. */
  unknown: number;
}

/** Returns the state of the Lightning node; null where none is configured. */
export async function readLightningState(
  db: Db,
  lightning: Lightning | null,
  known: { packages: PackagesForSale; rate: Rate | null; marginPercent: number; now: Date },
): Promise<LightningState | null> {
  if (!lightning) return null;
  const { packages, rate, marginPercent, now } = known;
  const status = lightning.status();
  const unknown = await countUnknown(db, now);
  const prices = [...packages.grid, packages.promotion].flatMap((each) => each?.priceCents ?? []);
  const receivableSats = status.state?.receivableSats ?? null;
  if (status.problem !== null || receivableSats === null || !rate || prices.length === 0)
    return { ...status, tooLittle: null, unknown };
  const { rateCents } = applyMargin(rate, marginPercent);
  const dearestSats = satsForCents(Math.max(...prices), rateCents);
  const suffices = lightning.mayReceive(dearestSats);
  return { ...status, tooLittle: suffices ? null : { receivableSats, dearestSats }, unknown };
}
