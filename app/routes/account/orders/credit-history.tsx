import type { ReactNode } from "react";
import { Icon } from "#app/ui/icon.tsx";
import { Time } from "#app/ui/time.tsx";
import { money, signed } from "#messages/format.ts";
import type { CreditEntry, CreditView } from "#shop/credit/credit.ts";
import { rich, t } from "#messages/translate.ts";

/** All changes of the credit. */
export function CreditHistory({ credit }: { credit: CreditView }) {
  if (credit.entries.length === 0) return null;
  return (
    <details className="card ledger">
      <summary className="ledger__summary">
        {t("credit.history")}
        <Icon name="plus" />
      </summary>
      <div className="ledger__body">
        <table className="ledger__table ledger__table--credit num">
          <caption className="sr">{t("credit.historyCaption")}</caption>
          <thead>
            <tr>
              <th scope="col">{t("credit.date")}</th>
              <th scope="col">{t("credit.what")}</th>
              <th scope="col">USD</th>
            </tr>
          </thead>
          <tbody>
            {credit.entries.map((entry, index) => (
              // Entries have no ID and new ones come first, so the index from the end is stable.
              <tr key={credit.entries.length - index}>
                <td className="ledger__date">
                  <Time value={entry.at} format="date" />
                </td>
                <td>{entryText(entry)}</td>
                <td>{entry.cents === 0 ? money(0) : signed(entry.cents, money)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={2}>
                {t("credit.balance")}
              </th>
              <td>{money(credit.cents)}</td>
            </tr>
          </tfoot>
        </table>
      </div>
    </details>
  );
}

function entryText(entry: CreditEntry): ReactNode {
  const { kind, owedCents, orderId } = entry;
  const what = textOf(entry);
  const owed =
    kind !== "owed" && owedCents > 0 && ` ${t("credit.moreOwed", { amount: money(owedCents) })}`;
  return (
    <>
      {orderId ? rich("credit.ofOrder", { what, id: <bdi className="mono">{orderId}</bdi> }) : what}
      {owed}
    </>
  );
}

function textOf({ kind, cents, owedCents, orderId, note }: CreditEntry): string {
  const takenBack = cents < 0 || owedCents > 0;
  switch (kind) {
    case "referral":
      return takenBack ? t("credit.referralTakenBack") : t("credit.referral");
    case "points":
      return t("credit.points");
    case "refund":
      return takenBack ? t("credit.refundTakenBack") : t("credit.refund");
    case "gift-code":
      return t("credit.giftCode");
    case "bought":
      return takenBack ? t("credit.boughtTakenBack") : t("credit.bought");
    case "spent":
      return orderId ? t("credit.used") : t("credit.usedAtCheckout");
    case "returned":
      return orderId ? t("credit.returned") : t("credit.returnedFromCheckout");
    case "adjusted":
      return note ?? t("credit.adjusted");
    case "owed":
      return t("credit.deducted");
  }
}
