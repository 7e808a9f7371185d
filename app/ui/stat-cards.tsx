import type { ReactNode } from "react";
import { Link } from "react-router";
import { Dot, type Tone } from "./badge.tsx";
import { Icon } from "./icon.tsx";

export interface Stat {
  label: string;
  /** An `<InfoTip>` that explains the metric. Not on a card that is a link. */
  info?: ReactNode;
  value: ReactNode;
  /** Below the value: a `<Trend>` or a few words. */
  note?: ReactNode;
  tone?: Tone;
  /** The page with the breakdown. */
  to?: string;
}

/** A few related metrics side by side in one card. */
export function StatCards({ label, stats }: { label: string; stats: readonly Stat[] }) {
  return (
    <section className="card stats" aria-label={label}>
      {stats.map((stat) =>
        stat.to ? (
          <Link key={stat.label} className="stat" to={stat.to}>
            <StatContent {...stat} />
            <Icon name="chevron" size="sm" />
          </Link>
        ) : (
          <div key={stat.label} className="stat">
            <StatContent {...stat} />
          </div>
        ),
      )}
    </section>
  );
}

function StatContent({ label, info, value, note, tone }: Stat) {
  return (
    <>
      <span className="stat__label">
        {tone && <Dot tone={tone} />}
        {label}
        {info}
      </span>
      <span className="stat__value">{value}</span>
      {note && <span className="stat__note">{note}</span>}
    </>
  );
}
