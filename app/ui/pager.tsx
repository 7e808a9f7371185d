import type { ReactNode } from "react";
import { formatCount } from "#lib/money.ts";
import { ButtonLink } from "./button.tsx";

export interface PagerProps {
  /** The first and the last shown, counted from 1, and how many there are. */
  from: number;
  to: number;
  total: number;
  /** Absent where there is nothing further. */
  newerTo?: string | null;
  olderTo?: string | null;
}

/** Below a list that is longer than a page. */
export function Pager({ from, to, total, newerTo, olderTo }: PagerProps) {
  return (
    <nav className="pager" aria-label="Pages">
      <p>
        {total === 0
          ? "0 of 0"
          : `${formatCount(from)}–${formatCount(to)} of ${formatCount(total)}`}
      </p>
      <span className="row">
        <Step to={newerTo}>Newer</Step>
        <Step to={olderTo}>Older</Step>
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
