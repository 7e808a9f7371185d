import { type ReactNode, useId } from "react";
import { Link } from "react-router";
import { Dot, type Tone } from "./badge.tsx";
import { Icon } from "./icon.tsx";

interface Stat {
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

export interface StatCardsProps {
  /** A visible heading, or a label for screen readers. */
  title?: string;
  label?: string;
  stats: readonly Stat[];
}

/** A few related metrics side by side in one card. */
export function StatCards({ title, label, stats }: StatCardsProps) {
  const id = useId();
  return (
    <section
      className="card"
      aria-label={label}
      aria-labelledby={title === undefined ? undefined : id}
    >
      {title && (
        <div className="card__head">
          <h2 id={id}>{title}</h2>
        </div>
      )}
      <div className={title ? "stats card__body" : "stats"}>
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
      </div>
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
