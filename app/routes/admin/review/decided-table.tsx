import { useSearchParams } from "react-router";
import { ButtonLink } from "#app/ui/button.tsx";
import { Cell, Column, Row, RowLink, Table, TableHead, TwoLines } from "#app/ui/table.tsx";
import { Time } from "#app/ui/time.tsx";
import type { DecisionRow } from "#shop/payments/review-view.ts";
import { Btc } from "./btc.tsx";
import { panelPath } from "./review-paths.ts";
import { choiceWords } from "./review-words.ts";

interface TableProps {
  rows: readonly DecisionRow[];
  open: string | null;
}

/** What was decided, by whom and why; each decision that stands can be taken back. */
export function DecidedTable({ rows, open }: TableProps) {
  const [search] = useSearchParams();
  return (
    <Table label="What was decided">
      <TableHead>
        <Column>Order</Column>
        <Column>Decision</Column>
        <Column wideOnly>Reason</Column>
        <Column end wideOnly>
          Received
        </Column>
        <Column end>Decided</Column>
        <Column end unseen>
          Take back
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
                  {row.order?.id ?? row.key.slice(0, 7)}
                </RowLink>
              </TwoLines>
            </Cell>
            <Cell phone="top-end">
              <TwoLines
                under={
                  <span className="review__who">
                    {row.undone ? `Taken back by ${row.undone.byEmail}` : `By ${row.byEmail}`}
                  </span>
                }
              >
                <span className={row.undone ? "review__undone" : undefined}>
                  {choiceWords[row.kind].done}
                </span>
              </TwoLines>
            </Cell>
            <Cell wideOnly muted>
              <span className="review__reason">{row.reason}</span>
            </Cell>
            <Cell end wideOnly>
              <TwoLines
                under={
                  row.refund ? (
                    <>
                      sent back <Btc sats={row.refund.sats} />
                    </>
                  ) : null
                }
              >
                <Btc sats={row.receivedSats} />
              </TwoLines>
            </Cell>
            <Cell end muted phone="bottom">
              <Time value={row.at} format="short" />
            </Cell>
            <Cell end phone="bottom-end">
              {!row.undone && (
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
