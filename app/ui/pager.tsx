import type { ReactNode } from "react";
import { formatCount } from "#lib/money.ts";
import { ButtonLink } from "./button.tsx";

export interface PagerProps {
  /** Positions of the first and last row shown, from 1; null when the offset is too large to count. */
  from: number | null;
  to: number | null;
  /** Null where the rows are not counted. */
  total: number | null;
  /** `total` is a lower bound. */
  more?: boolean;
  /** The words of the two links; 'Newer' and 'Older' unless given. */
  labels?: readonly [previous: string, next: string];
  /** Absent on the first or last page. */
  newerTo?: string | null;
  olderTo?: string | null;
}

/** The page links below a list. */
export function Pager(props: PagerProps) {
  const { from, to, total, more = false, newerTo, olderTo } = props;
  const [previous, next] = props.labels ?? ["Newer", "Older"];
  const all = total === null ? "" : `${formatCount(total)}${more ? "+" : ""}`;
  return (
    <nav className="pager" aria-label="Pages">
      <p>
        {total === 0 && "0 of 0"}
        {total !== null &&
          total > 0 &&
          (from === null || to === null
            ? `${all} in total`
            : `${from === to ? "" : `${formatCount(from)}–`}${formatCount(to)} of ${all}`)}
      </p>
      <span className="row">
        <PageLink to={newerTo}>{previous}</PageLink>
        <PageLink to={olderTo}>{next}</PageLink>
      </span>
    </nav>
  );
}

/** A link to a neighbouring page, or a disabled button where there is none. */
function PageLink({ to, children }: { to?: string | null; children: ReactNode }) {
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
