import type { ReactNode } from "react";
import { Icon } from "#app/ui/icon.tsx";
import { Time } from "#app/ui/time.tsx";
import { count, money, signed } from "#messages/format.ts";
import type { LoyaltyView } from "#shop/loyalty/loyalty.ts";
import { rich, t } from "#messages/translate.ts";

type Entry = LoyaltyView["ledger"][number];

/** All changes of points and earnings, and the rules behind them. */
export function Ledger({ loyalty }: { loyalty: LoyaltyView }) {
  const { ledger } = loyalty;
  return (
    <details className="card ledger">
      <summary className="ledger__summary">
        {t("loyalty.rules")}
        <Icon name="plus" />
      </summary>
      <div className="ledger__body">
        <p className="small muted">{t("loyalty.rulesText")}</p>
        {ledger.length === 0 ? (
          <p className="ledger__empty small">{t("loyalty.nothingYet")}</p>
        ) : (
          <LedgerTable loyalty={loyalty} />
        )}
      </div>
    </details>
  );
}

function LedgerTable({ loyalty }: { loyalty: LoyaltyView }) {
  return (
    <table className="ledger__table num">
      <caption className="sr">{t("loyalty.ledgerCaption")}</caption>
      <thead>
        <tr>
          <th scope="col">{t("loyalty.date")}</th>
          <th scope="col">{t("loyalty.what")}</th>
          <th scope="col">{t("loyalty.points")}</th>
          <th scope="col">USD</th>
        </tr>
      </thead>
      <tbody>
        {loyalty.ledger.map((entry, index) => (
          // Entries have no ID and new ones come first, so the index from the end is stable.
          <tr key={loyalty.ledger.length - index}>
            <td className="ledger__date">
              <Time value={entry.at} format="date" />
            </td>
            <td>{entryText(entry)}</td>
            <td>{entry.points !== 0 && signed(entry.points, count)}</td>
            <td>{entry.cents !== 0 && signed(entry.cents, money)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={2}>
            {t("loyalty.balance")}
          </th>
          <td>{count(loyalty.points)}</td>
          <td>{money(loyalty.referralEarningsCents)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

function entryText({ kind, points, cents, orderId }: Entry): ReactNode {
  if (kind === "birthday") return t("loyalty.birthday");
  const takenBack = points < 0 || cents < 0;
  const id = <bdi className="mono">{orderId}</bdi>;
  if (kind === "refund")
    return rich(takenBack ? "loyalty.orderRefunded" : "loyalty.orderRefundUndone", { id });
  if (kind === "referral-refund")
    return rich(takenBack ? "loyalty.referralRefunded" : "loyalty.referralRefundUndone", { id });
  if (kind === "order")
    return rich(takenBack ? "loyalty.orderTakenBack" : "loyalty.orderCompleted", { id });
  return rich(takenBack ? "loyalty.referralTakenBack" : "loyalty.referral", { id });
}
