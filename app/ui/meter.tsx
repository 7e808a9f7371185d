import type { ReactNode } from "react";
import { Dot, type Tone } from "./badge.tsx";

/** A bar of 0 to 100 percent; decorative, beside the number. */
export function Meter({ percent, tone = "chart" }: { percent: number; tone?: Tone }) {
  const width = Math.min(100, Math.max(0, percent));
  return (
    <svg className="meter" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      <rect className={`tone--${tone}`} width={width} height="8" />
    </svg>
  );
}

export interface Share {
  label: ReactNode;
  /** 0 to 100; null draws no bar, and `text` gives the reason ("Off"). */
  percent: number | null;
  /** Replaces the percentage. */
  text?: ReactNode;
  tone?: Tone;
}

/** Shares of a whole, one bar each. */
export function ShareBars({ shares }: { shares: readonly Share[] }) {
  return (
    <ul className="shares">
      {shares.map(({ label, percent, text, tone }, index) => (
        <li key={index}>
          <span className="row row--between">
            <span className="row">{label}</span>
            <span className="num muted">{text ?? `${Math.round(percent ?? 0)}%`}</span>
          </span>
          {percent !== null && <Meter percent={percent} tone={tone} />}
        </li>
      ))}
    </ul>
  );
}

export interface Part {
  label: string;
  value: number;
  /** Replaces the bare number. */
  text?: string;
  tone: Tone;
}

/** Parts of a whole stacked in one bar, with a legend below. */
export function StackedBar({ parts }: { parts: readonly Part[] }) {
  const total = parts.reduce((sum, part) => sum + part.value, 0);
  const percent = (value: number) => (total === 0 ? 0 : (value / total) * 100);
  const startOf = (index: number) =>
    parts.slice(0, index).reduce((sum, part) => sum + percent(part.value), 0);
  return (
    <>
      <svg
        className="meter meter--stacked"
        viewBox="0 0 100 8"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {parts.map((part, index) => (
          <rect
            key={part.label}
            className={`tone--${part.tone}`}
            x={startOf(index)}
            width={percent(part.value)}
            height="8"
          />
        ))}
      </svg>
      <dl className="parts">
        {parts.map((part) => (
          <div key={part.label}>
            <dt>
              <Dot tone={part.tone} square />
              {part.label}
            </dt>
            <dd>{part.text ?? part.value}</dd>
            <dd className="muted">{Math.round(percent(part.value))}%</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
