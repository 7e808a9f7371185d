import { useEffect, useEffectEvent, useRef, useState } from "react";

/**
 * Milliseconds left until `expiresAt`, by the server's clock: only the time that has passed since
 * `now` is measured here, so a wrong clock in the browser does no harm. The first render knows
 * nothing but its props and is the same on both sides.
 */
function useTimeLeft(expiresAt: Date, now: Date, onEnd?: () => void): number {
  const end = expiresAt.getTime();
  const serverNow = now.getTime();
  const [clock, setClock] = useState({ since: serverNow, passed: 0 });
  const endedFor = useRef<number | null>(null);
  const announceEnd = useEffectEvent(() => {
    if (endedFor.current === end) return;
    endedFor.current = end;
    onEnd?.();
  });

  useEffect(() => {
    const start = Date.now();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tick = () => {
      clearTimeout(timer);
      const passed = Math.max(0, Date.now() - start);
      const left = end - serverNow - passed;
      setClock({ since: serverNow, passed });
      if (left <= 0) announceEnd();
      else timer = setTimeout(tick, left % 1000 || 1000);
    };
    tick();
    // Browsers slow down the timers of pages in the background.
    document.addEventListener("visibilitychange", tick);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", tick);
    };
  }, [end, serverNow]);

  const passed = clock.since === serverNow ? clock.passed : 0;
  return Math.max(0, end - serverNow - passed);
}

function clockText(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  const pad = (n: number) => String(n).padStart(2, "0");
  return `${pad(Math.floor(seconds / 60))}:${pad(seconds % 60)}`;
}

export interface CountdownProps {
  expiresAt: Date;
  /** The server's clock when the page was put together. */
  now: Date;
  /** Called once, when 00:00 is reached. */
  onEnd?: () => void;
}

/** Minutes and seconds left. Not read aloud each second: what its end means is said elsewhere. */
export function Countdown({ expiresAt, now, onEnd }: CountdownProps) {
  const left = useTimeLeft(expiresAt, now, onEnd);
  return (
    <span className="countdown" role="timer">
      {clockText(left)}
    </span>
  );
}

export interface CountdownBarProps {
  startsAt: Date;
  expiresAt: Date;
  now: Date;
}

/** The same as a thin bar that runs empty. An SVG, because its width needs no inline style. */
export function CountdownBar({ startsAt, expiresAt, now }: CountdownBarProps) {
  const left = useTimeLeft(expiresAt, now);
  const whole = Math.max(1, expiresAt.getTime() - startsAt.getTime());
  const share = Math.min(100, (left / whole) * 100);
  return (
    <svg
      className="countdown-bar"
      viewBox="0 0 100 1"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect width={share.toFixed(2)} height="1" />
    </svg>
  );
}
