import { useSearchParams } from "react-router";
import { Cell, Column, Row, RowLink, Table, TableHead, TwoLines } from "#app/ui/table.tsx";
import { Time } from "#app/ui/time.tsx";
import { formatCount, formatUsd } from "#lib/money.ts";
import type { ReviewRow } from "#shop/payments/review-view.ts";
import { Btc } from "./btc.tsx";
import { panelPath } from "./review-paths.ts";
import { reasonWords } from "./review-words.ts";

interface TableProps {
  rows: readonly ReviewRow[];
  open: string | null;
}

/** What waits for a decision: why, how much of what, since when. */
export function WaitingTable({ rows, open }: TableProps) {
  const [search] = useSearchParams();
  return (
    <Table label="Payments that wait for a decision">
      <TableHead>
        <Column>Order</Column>
        <Column>Why</Column>
        <Column end>Received</Column>
        <Column end wideOnly>
          Asked for
        </Column>
        <Column end>Difference</Column>
        <Column end>Waits since</Column>
      </TableHead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.id}>
            <Cell phone="top">
              <TwoLines under={<span className="review__who">{whose(row)}</span>}>
                <RowLink to={panelPath(row.key, search)} current={row.key === open}>
                  {row.order?.id ?? row.key.slice(0, 7)}
                </RowLink>
              </TwoLines>
            </Cell>
            <Cell phone="top-end">
              <span className="review__why">{reasonWords[row.reason].short}</span>
            </Cell>
            <Cell end phone="middle">
              <TwoLines
                under={
                  <>
                    <span className="review__phone">received, </span>
                    {row.worthCents === null ? "no price known" : formatUsd(row.worthCents)}
                  </>
                }
              >
                <Btc sats={row.receivedSats} />
              </TwoLines>
            </Cell>
            <Cell end wideOnly>
              {row.dueSats === null || row.priceCents === null ? (
                <span className="muted">Nothing</span>
              ) : (
                <TwoLines under={formatUsd(row.priceCents)}>
                  <Btc sats={row.dueSats} />
                </TwoLines>
              )}
            </Cell>
            <Cell end phone="middle-end">
              <Difference row={row} />
            </Cell>
            <Cell end muted phone="bottom">
              <Time value={row.since} format="short" />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

function whose({ tiktokUsername, coins, order, reason }: ReviewRow): string {
  if (reason === "unclaimed") return "No order";
  const what = coins === null ? "" : ` · ${formatCount(coins)} coins`;
  return `@${tiktokUsername ?? "unknown"}${order ? what : " · order removed"}`;
}

function Difference({ row: { missingSats, excessSats } }: { row: ReviewRow }) {
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
