import type { ReactNode } from "react";
import { Icon } from "#app/ui/icon.tsx";
import { Time } from "#app/ui/time.tsx";
import { formatUsd } from "#lib/money.ts";
import type { CreditEntry, CreditView } from "#shop/credit/credit.ts";
import { signed } from "./ledger.tsx";

/** All changes of the credit. */
export function CreditHistory({ credit }: { credit: CreditView }) {
  if (credit.entries.length === 0) return null;
  return (
    <details className="card ledger">
      <summary className="ledger__summary">
        Where your credit comes from
        <Icon name="plus" />
      </summary>
      <div className="ledger__body">
        <table className="ledger__table ledger__table--credit num">
          <caption className="sr">Changes of your credit, newest first</caption>
          <thead>
            <tr>
              <th scope="col">Date</th>
              <th scope="col">What</th>
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
                <td>{entry.cents === 0 ? formatUsd(0) : signed(entry.cents, formatUsd)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={2}>
                Balance
              </th>
              <td>{formatUsd(credit.cents)}</td>
            </tr>
          </tfoot>
        </table>
      </div>
    </details>
  );
}

function entryText(entry: CreditEntry): ReactNode {
  const { kind, owedCents, orderId } = entry;
  const owed = kind !== "owed" && owedCents > 0 && ` (${formatUsd(owedCents)} more is owed)`;
  return (
    <>
      {textOf(entry)}
      {orderId && (
        <>
          : order <span className="mono">{orderId}</span>
        </>
      )}
      {owed}
    </>
  );
}

function textOf({ kind, cents, owedCents, orderId, note }: CreditEntry): string {
  const takenBack = cents < 0 || owedCents > 0;
  switch (kind) {
    case "referral":
      return takenBack ? "Referral taken back" : "Referral";
    case "points":
      return "Points";
    case "refund":
      return takenBack ? "Refund taken back" : "Refund";
    case "gift-code":
      return "Gift code";
    case "bought":
      return takenBack ? "Bought credit taken back" : "Bought";
    case "spent":
      return orderId ? "Used" : "Used at checkout";
    case "returned":
      return orderId ? "Returned" : "Returned from checkout";
    case "adjusted":
      return note ?? "Adjusted";
    case "owed":
      return "Deducted, as it was owed";
  }
}
