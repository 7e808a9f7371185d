import type { ReactNode } from "react";
import { Icon } from "#app/ui/icon.tsx";
import { Time } from "#app/ui/time.tsx";
import { formatCount, formatUsd } from "#lib/money.ts";
import type { LoyaltyView } from "#shop/loyalty/loyalty.ts";

type Entry = LoyaltyView["ledger"][number];

/** All changes of points and earnings, and the rules behind them. */
export function Ledger({ loyalty }: { loyalty: LoyaltyView }) {
  const { ledger } = loyalty;
  return (
    <details className="card ledger">
      <summary className="ledger__summary">
        How points work
        <Icon name="plus" />
      </summary>
      <div className="ledger__body">
        <p className="small muted">
          10 points for each whole dollar of a completed order, 20 if it was placed on a Saturday or
          Sunday. 100 points on your birthday, once a year. 5% of the first completed order of each
          friend who registered with your code. Points from an order are removed if it is later
          rejected or deleted.
        </p>
        {ledger.length === 0 ? (
          <p className="ledger__empty small">
            Nothing yet. The first entry comes with your first completed order.
          </p>
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
      <caption className="sr">Changes of points and earnings, newest first</caption>
      <thead>
        <tr>
          <th scope="col">Date</th>
          <th scope="col">What</th>
          <th scope="col">Points</th>
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
            <td>{entry.points !== 0 && signed(entry.points, formatCount)}</td>
            <td>{entry.cents !== 0 && signed(entry.cents, formatUsd)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={2}>
            Balance
          </th>
          <td>{formatCount(loyalty.points)}</td>
          <td>{formatUsd(loyalty.referralEarningsCents)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

function entryText({ kind, points, cents, orderId }: Entry): ReactNode {
  if (kind === "birthday") return "Birthday";
  const takenBack = points < 0 || cents < 0;
  const id = <span className="mono">{orderId}</span>;
  if (kind === "order")
    return (
      <>
        Order {id} {takenBack ? "taken back" : "completed"}
      </>
    );
  return (
    <>
      Referral: order {id}
      {takenBack && " taken back"}
    </>
  );
}

/** Formats `140` as `+140` and `-140` as `−140`. */
export function signed(amount: number, format: (amount: number) => string): string {
  return `${amount < 0 ? "−" : "+"}${format(Math.abs(amount))}`;
}
