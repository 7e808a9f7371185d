import { useEffect, useEffectEvent, useRef, useState } from "react";

/**
 * Returns the milliseconds left until `expiresAt`. The browser measures only the time elapsed since the server's `now`,
 * so a wrong local clock does no harm. The first render depends on props alone, so it matches the server's.
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
    // Browsers throttle timers of background tabs.
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
  /** The server's time when it rendered the page. */
  now: Date;
  /** Called once, at 00:00. */
  onEnd?: () => void;
}

/** The remaining time as mm:ss. Not a live region: the panel announces the end. */
export function Countdown({ expiresAt, now, onEnd }: CountdownProps) {
  const left = useTimeLeft(expiresAt, now, onEnd);
  return (
    <span className="countdown" role="timer" translate="no">
      {clockText(left)}
    </span>
  );
}

export interface CountdownBarProps {
  startsAt: Date;
  expiresAt: Date;
  now: Date;
}

/** The remaining time as a thin bar. An SVG, because the CSP allows no inline style for its width. */
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
