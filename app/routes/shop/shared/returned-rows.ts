import type { KeyValue } from "#app/ui/key-value-list.tsx";
import { money, signed } from "#messages/format.ts";
import { t } from "#messages/translate.ts";
import type { TrackedOrder } from "#shop/orders/order.ts";

/** Returns what of a total went back, as money and as credit; no rows for nothing. */
export function returnedRows(order: { sentBackCents: number; creditedCents: number }): KeyValue[] {
  return [
    { label: t("order.sentBack"), cents: order.sentBackCents },
    { label: t("order.becameCredit"), cents: order.creditedCents },
  ]
    .filter(({ cents }) => cents > 0)
    .map(({ label, cents }) => ({ label, value: signed(-cents, money) }));
}

type Returned = Pick<TrackedOrder, "totalCents" | "sentBackCents" | "creditedCents">;

/** Returns whether a part of a total went back, and not the whole. */
export function isRefundedInPart({ totalCents, sentBackCents, creditedCents }: Returned): boolean {
  const returned = sentBackCents + creditedCents;
  return returned > 0 && returned < totalCents;
}

/** Returns how much of a total went back, as money and as credit. */
export function returnedText({ sentBackCents, creditedCents }: Returned): string {
  return money(sentBackCents + creditedCents);
}
