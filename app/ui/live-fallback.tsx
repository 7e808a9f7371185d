import { POLL_SECONDS, useIsSilent, useLastRefresh, useRefresh } from "#app/live.ts";
import { Notice } from "./notice.tsx";

/** Says that the page polls because its live updates are blocked, and offers to check now. Else nothing. */
export function LiveFallback({ topic }: { topic: string | null }) {
  const silent = useIsSilent(topic);
  return silent ? <Polling /> : null;
}

function Polling() {
  const refresh = useRefresh();
  const checkedAt = useLastRefresh();
  return (
    <Notice role="status" className="live-fallback">
      Live updates are blocked on this connection, so this page checks every {POLL_SECONDS} seconds.{" "}
      {checkedAt !== null && <>Last checked at {timeText(new Date(checkedAt))}. </>}
      <button type="button" className="link" onClick={refresh}>
        Check now
      </button>
    </Notice>
  );
}

function timeText(date: Date): string {
  return date.toLocaleTimeString("en-US", { hourCycle: "h23" });
}
