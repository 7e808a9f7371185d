import type { ReactNode } from "react";
import { Link } from "react-router";
import { Dot, type Tone } from "./dot.tsx";
import { Icon } from "./icon.tsx";

export interface Stat {
  label: string;
  /** What the figure counts: an `<Explained>`. Not on a card that is a link. */
  explained?: ReactNode;
  value: ReactNode;
  /** Below the figure: a `<Trend>`, or a few words. */
  note?: ReactNode;
  tone?: Tone;
  /** Where the figure is broken down. */
  to?: string;
}

/** A few figures of one kind, side by side in one card. */
export function StatCards({ label, stats }: { label: string; stats: readonly Stat[] }) {
  return (
    <section className="card stats" aria-label={label}>
      {stats.map((stat) =>
        stat.to ? (
          <Link key={stat.label} className="stat" to={stat.to}>
            <Figures {...stat} />
            <Icon name="chevron" size="sm" />
          </Link>
        ) : (
          <div key={stat.label} className="stat">
            <Figures {...stat} />
          </div>
        ),
      )}
    </section>
  );
}

function Figures({ label, explained, value, note, tone }: Stat) {
  return (
    <>
      <span className="stat__label">
        {tone && <Dot tone={tone} />}
        {label}
        {explained}
      </span>
      <span className="stat__value">{value}</span>
      {note && <span className="stat__note">{note}</span>}
    </>
  );
}
