import { Link } from "react-router";
import { formatCount } from "#lib/money.ts";

export interface Tab {
  to: string;
  label: string;
  count?: number;
  /** `count` is a lower bound. */
  more?: boolean;
  current: boolean;
}

/** Tabs that filter a list. They are links: each filter has its URL. */
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
