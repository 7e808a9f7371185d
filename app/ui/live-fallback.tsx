import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import { POLL_SECONDS, useIsSilent, useRefresh } from "#app/live.ts";
import { Notice } from "./notice.tsx";

/** Says that the page polls because its live updates are blocked, and offers to check now. Else nothing. */
export function LiveFallback({ topic }: { topic: string | null }) {
  const silent = useIsSilent(topic);
  return silent ? <Polling /> : null;
}

function Polling() {
  const refresh = useRefresh();
  const { state } = useRevalidator();
  const [checkedAt, setCheckedAt] = useState<Date | null>(null);
  useEffect(() => {
    if (state === "idle") setCheckedAt(new Date());
  }, [state]);
  return (
    <Notice role="status" className="live-fallback">
      Live updates are blocked on this connection, so this page checks every {POLL_SECONDS} seconds.
      {checkedAt && <> Last checked at {timeText(checkedAt)}.</>}{" "}
      <button type="button" className="link" onClick={refresh}>
        Check now
      </button>
    </Notice>
  );
}

function timeText(date: Date): string {
  return date.toLocaleTimeString("en-US", { hourCycle: "h23" });
}
