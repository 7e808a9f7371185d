import { Link } from "react-router";
import { formatCount } from "#lib/money.ts";

export interface Tab {
  to: string;
  label: string;
  count?: number;
  /** There are at least so many. */
  more?: boolean;
  current: boolean;
}

/** Filters of a list, as links: each has its address. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <Link
          key={tab.to}
          to={tab.to}
          preventScrollReset
          aria-current={tab.current ? "page" : undefined}
        >
          {tab.label}
          {tab.count !== undefined && (
            <span className="count">
              {formatCount(tab.count)}
              {tab.more && "+"}
            </span>
          )}
        </Link>
      ))}
    </nav>
  );
}
