import type { ReactNode } from "react";
import { Dot, type Tone } from "./badge.tsx";
import { Time } from "./time.tsx";
import { type TimeFormat } from "#lib/time.ts";

export interface TimelineEvent {
  key: string | number;
  text: ReactNode;
  at: Date;
  /** The actor or the reason. */
  note?: ReactNode;
  tone?: Tone;
}

/** A list of dated events, in the order given. */
export function Timeline({
  events,
  format = "short",
}: {
  events: readonly TimelineEvent[];
  format?: TimeFormat;
}) {
  return (
    <ol className="timeline">
      {events.map((event) => (
        <li key={event.key}>
          <Dot tone={event.tone} />
          <span>
            {event.text}
            {event.note && <span className="timeline__note">{event.note}</span>}
          </span>
          <Time value={event.at} format={format} />
        </li>
      ))}
    </ol>
  );
}
