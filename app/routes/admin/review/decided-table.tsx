import { ownerText } from "./review-labels.tsx";
import { useSearchParams } from "react-router";
import { ButtonLink } from "#app/ui/button.tsx";
import { type Column, RowLink, Table, TwoLines } from "#app/ui/table.tsx";
import { Time } from "#app/ui/time.tsx";
import { formatMoney } from "#lib/money.ts";
import type { DecisionRow } from "#shop/payments/review/review-view.ts";
import { methodText } from "#shop/settings/payment-method.ts";
import { Btc, choiceLabels, rowTitle } from "./review-labels.tsx";
import { panelPath } from "./review-paths.ts";

interface TableProps {
  rows: readonly DecisionRow[];
  open: string | null;
}

/** The decisions with who made them and why. Active ones can be undone. */
export function DecidedTable({ rows, open }: TableProps) {
  const [search] = useSearchParams();
  return (
    <Table
      label="Decisions made"
      rows={rows}
      keyOf={({ id }) => id}
      columns={columnsOf(search, open)}
    />
  );
}

function columnsOf(search: URLSearchParams, open: string | null): Column<DecisionRow>[] {
  return [
    {
      head: "Order",
      phone: "top",
      cell: (row) => (
        <TwoLines under={<span className="review__who">{ownerText(row) ?? "No order"}</span>}>
          <RowLink to={panelPath(row.key, search)} current={row.key === open}>
            {rowTitle(row)}
          </RowLink>
        </TwoLines>
      ),
    },
    {
      head: "Decision",
      phone: "top-end",
      cell: ({ kind, undone, byEmail }) => (
        <TwoLines
          under={
            <span className="review__who">
              {undone ? `Undone by ${undone.byEmail}` : `By ${byEmail}`}
            </span>
          }
        >
          <span className={undone ? "review__undone" : undefined}>{choiceLabels[kind].done}</span>
        </TwoLines>
      ),
    },
    {
      head: "Reason",
      wideOnly: true,
      muted: true,
      cell: ({ reason }) => <span className="review__reason">{reason}</span>,
    },
    { head: "Received", end: true, wideOnly: true, cell: (row) => <Received row={row} /> },
    {
      head: "Decided",
      end: true,
      muted: true,
      phone: "bottom",
      cell: ({ at }) => <Time value={at} format="short" />,
    },
    {
      head: "Undo",
      headHidden: true,
      end: true,
      phone: "bottom-end",
      cell: ({ id, key, canBeUndone }) =>
        canBeUndone && (
          <ButtonLink
            to={panelPath(key, search, { undo: id })}
            size="sm"
            variant="ghost"
            preventScrollReset
          >
            Undo
          </ButtonLink>
        ),
    },
  ];
}

function Received({ row: { receipt, refund, receivedSats } }: { row: DecisionRow }) {
  if (receipt) {
    const { method, unrefundedCents, refundCents, currency } = receipt;
    return (
      <TwoLines
        under={
          refundCents
            ? `${refund ? "as credit" : "sent back"} ${formatMoney(refundCents, currency)}`
            : methodText(method)
        }
      >
        {formatMoney(unrefundedCents, currency)}
      </TwoLines>
    );
  }
  return (
    <TwoLines
      under={
        refund ? (
          <>
            {"creditCents" in refund ? "as credit" : "sent back"} <Btc sats={refund.sats} />
          </>
        ) : null
      }
    >
      <Btc sats={receivedSats} />
    </TwoLines>
  );
}
