import type { ReactNode } from "react";
import { formatCount } from "#lib/money.ts";
import { ButtonLink } from "./button.tsx";

export interface PagerProps {
  /** The first and the last shown, counted from 1, and how many there are; null when too far in to be counted. */
  from: number | null;
  to: number | null;
  /** Null where nobody counts. */
  total: number | null;
  /** There are at least `total`. */
  more?: boolean;
  /** Which way the two steps go. */
  labels?: readonly [back: string, on: string];
  /** Absent where there is nothing further. */
  newerTo?: string | null;
  olderTo?: string | null;
}

/** Below a list that is longer than a page. */
export function Pager(props: PagerProps) {
  const { from, to, total, more = false, newerTo, olderTo } = props;
  const [back, on] = props.labels ?? ["Newer", "Older"];
  const all = total === null ? "" : `${formatCount(total)}${more ? "+" : ""}`;
  return (
    <nav className="pager" aria-label="Pages">
      <p>
        {total === 0 && "0 of 0"}
        {total !== null &&
          total > 0 &&
          (from === null || to === null
            ? `${all} in all`
            : `${from === to ? "" : `${formatCount(from)}–`}${formatCount(to)} of ${all}`)}
      </p>
      <span className="row">
        <Step to={newerTo}>{back}</Step>
        <Step to={olderTo}>{on}</Step>
      </span>
    </nav>
  );
}

/** Where it leads nowhere it is no link, only its picture. */
function Step({ to, children }: { to?: string | null; children: ReactNode }) {
  if (to) {
    return (
      <ButtonLink to={to} size="sm">
        {children}
      </ButtonLink>
    );
  }
  return (
    <span className="btn btn--secondary btn--sm btn--off" aria-disabled="true" role="link">
      {children}
    </span>
  );
}
