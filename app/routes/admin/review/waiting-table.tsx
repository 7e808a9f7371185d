import { goodsText } from "#shop/catalog/goods.ts";
import { ownerText } from "./review-labels.tsx";
import { useSearchParams } from "react-router";
import { type Column, RowLink, Table, TwoLines } from "#app/ui/table.tsx";
import { Time } from "#app/ui/time.tsx";
import { formatMoney, formatUsd } from "#lib/money.ts";
import { SHOP_CURRENCY } from "#shop/payments/model/receipt.ts";
import type { ReviewRow } from "#shop/payments/review/review-view.ts";
import { methodText } from "#shop/settings/payment-method.ts";
import { Btc, reasonLabels, rowTitle } from "./review-labels.tsx";
import { panelPath } from "./review-paths.ts";

interface TableProps {
  rows: readonly ReviewRow[];
  open: string | null;
}

/** Payments that need a decision: reason, amounts and waiting time. */
export function WaitingTable({ rows, open }: TableProps) {
  const [search] = useSearchParams();
  return (
    <Table
      label="Payments waiting for a decision"
      rows={rows}
      keyOf={({ id }) => id}
      columns={columnsOf(search, open)}
    />
  );
}

function columnsOf(search: URLSearchParams, open: string | null): Column<ReviewRow>[] {
  return [
    {
      head: "Order",
      phone: "top",
      cell: (row) => (
        <TwoLines under={<span className="review__who">{rowNote(row)}</span>}>
          <RowLink to={panelPath(row.key, search)} current={row.key === open}>
            {rowTitle(row)}
          </RowLink>
        </TwoLines>
      ),
    },
    {
      head: "Why",
      phone: "top-end",
      cell: ({ reason }) => <span className="review__why">{reasonLabels[reason].short}</span>,
    },
    { head: "Received", end: true, phone: "middle", cell: (row) => <Received row={row} /> },
    { head: "Requested", end: true, wideOnly: true, cell: (row) => <DueAmount row={row} /> },
    { head: "Difference", end: true, phone: "middle-end", cell: (row) => <Difference row={row} /> },
    {
      head: "Waiting since",
      end: true,
      muted: true,
      phone: "bottom",
      cell: ({ since }) => <Time value={since} format="short" />,
    },
  ];
}

function rowNote({ goods, order, reason, ...who }: ReviewRow): string {
  if (reason === "unclaimed") return "No order";
  const what = goods ? ` · ${goodsText(goods)}` : "";
  return `${ownerText({ goods, ...who }) ?? "@unknown"}${order ? what : " · order removed"}`;
}

function Received({ row: { receipt, receivedSats, worthCents } }: { row: ReviewRow }) {
  const received = <span className="review__phone">received, </span>;
  if (receipt)
    return (
      <TwoLines
        under={
          <>
            {received}
            {methodText(receipt.method)}
          </>
        }
      >
        {formatMoney(receipt.cents, receipt.currency)}
      </TwoLines>
    );
  return (
    <TwoLines
      under={
        <>
          {received}
          {worthCents === null ? "no price known" : formatUsd(worthCents)}
        </>
      }
    >
      <Btc sats={receivedSats} />
    </TwoLines>
  );
}

function DueAmount({ row: { receipt, dueSats, priceCents } }: { row: ReviewRow }) {
  if (receipt && priceCents !== null) return formatUsd(priceCents);
  if (dueSats === null || priceCents === null) return <span className="muted">Nothing</span>;
  return (
    <TwoLines under={formatUsd(priceCents)}>
      <Btc sats={dueSats} />
    </TwoLines>
  );
}

function Difference({ row }: { row: ReviewRow }) {
  if (row.receipt) return <ReceiptDifference row={row} />;
  const { missingSats, excessSats } = row;
  if (missingSats > 0) {
    return (
      <TwoLines under="missing">
        <Btc sats={missingSats} />
      </TwoLines>
    );
  }
  if (excessSats > 0) {
    return (
      <TwoLines under="too much">
        <Btc sats={excessSats} />
      </TwoLines>
    );
  }
  return <span className="muted">None</span>;
}

/** The difference of this receipt alone; other payments may exist for the order. */
function ReceiptDifference({ row: { receipt, reason, priceCents } }: { row: ReviewRow }) {
  const difference = receipt && priceCents !== null ? receipt.cents - priceCents : 0;
  if (receipt?.currency !== SHOP_CURRENCY || difference === 0)
    return <span className="muted">None</span>;
  if (reason !== "underpaid" && reason !== "overpaid") return <span className="muted">None</span>;
  return (
    <TwoLines under={difference < 0 ? "missing" : "too much"}>
      {formatUsd(Math.abs(difference))}
    </TwoLines>
  );
}
