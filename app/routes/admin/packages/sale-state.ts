import { dayText } from "#lib/days.ts";
import type { AdminPackage } from "#shop/catalog/package.ts";

/** Says why buyers cannot buy a package today, or for how long they can; empty for one that is simply on sale. */
export function saleState(
  {
    placement,
    soldOut,
    validFrom,
    validUntil,
  }: Pick<AdminPackage, "placement" | "soldOut" | "validFrom" | "validUntil">,
  today: string,
): string {
  if (placement === "off") return "Hidden";
  if (validFrom && today < validFrom) return `On sale from ${dayText(validFrom)}`;
  if (validUntil && validUntil < today) return `Ended on ${dayText(validUntil)}`;
  if (soldOut) return "Sold out";
  return validUntil ? `On sale until ${dayText(validUntil)}` : "";
}
