import { useSearchParams } from "react-router";
import { ButtonLink } from "#app/ui/button.tsx";
import { Cell, Column, Row, RowLink, Table, TableHead, TwoLines } from "#app/ui/table.tsx";
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
    <Table label="Decisions made">
      <TableHead>
        <Column>Order</Column>
        <Column>Decision</Column>
        <Column wideOnly>Reason</Column>
        <Column end wideOnly>
          Received
        </Column>
        <Column end>Decided</Column>
        <Column end labelHidden>
          Undo
        </Column>
      </TableHead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.id}>
            <Cell phone="top">
              <TwoLines
                under={
                  <span className="review__who">
                    {row.tiktokUsername ? `@${row.tiktokUsername}` : "No order"}
                  </span>
                }
              >
                <RowLink to={panelPath(row.key, search)} current={row.key === open}>
                  {rowTitle(row)}
                </RowLink>
              </TwoLines>
            </Cell>
            <Cell phone="top-end">
              <TwoLines
                under={
                  <span className="review__who">
                    {row.undone ? `Undone by ${row.undone.byEmail}` : `By ${row.byEmail}`}
                  </span>
                }
              >
                <span className={row.undone ? "review__undone" : undefined}>
                  {choiceLabels[row.kind].done}
                </span>
              </TwoLines>
            </Cell>
            <Cell wideOnly muted>
              <span className="review__reason">{row.reason}</span>
            </Cell>
            <Cell end wideOnly>
              <Received row={row} />
            </Cell>
            <Cell end muted phone="bottom">
              <Time value={row.at} format="short" />
            </Cell>
            <Cell end phone="bottom-end">
              {row.canBeUndone && (
                <ButtonLink
                  to={panelPath(row.key, search, { undo: row.id })}
                  size="sm"
                  variant="ghost"
                  preventScrollReset
                >
                  Undo
                </ButtonLink>
              )}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

function Received({ row: { receipt, refund, receivedSats } }: { row: DecisionRow }) {
  if (receipt) {
    const { method, unrefundedCents, refundCents, currency } = receipt;
    return (
      <TwoLines
        under={refundCents ? `sent back ${formatMoney(refundCents, currency)}` : methodText(method)}
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
            sent back <Btc sats={refund.sats} />
          </>
        ) : null
      }
    >
      <Btc sats={receivedSats} />
    </TwoLines>
  );
}
