import type { KeyValue } from "#app/ui/key-value-list.tsx";
import { money, signed } from "#messages/format.ts";
import { t } from "#messages/translate.ts";

/** Returns what of a total went back, as money and as credit; no rows for nothing. */
export function returnedRows(order: { sentBackCents: number; creditedCents: number }): KeyValue[] {
  return [
    { label: t("order.sentBack"), cents: order.sentBackCents },
    { label: t("order.becameCredit"), cents: order.creditedCents },
  ]
    .filter(({ cents }) => cents > 0)
    .map(({ label, cents }) => ({ label, value: signed(-cents, money) }));
}
