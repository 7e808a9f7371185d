import { useRefreshEvery } from "#app/live.ts";
import { Notice } from "#app/ui/notice.tsx";
import type { Recount } from "#shop/metrics/metrics.ts";

const FOLLOW_SECONDS = 3;

/** Shows the progress of a recount after the time zone was changed. */
export function RecountNotice({ recount }: { recount: Recount | null }) {
  useRefreshEvery(recount && FOLLOW_SECONDS);
  if (!recount) return null;
  return (
    <Notice tone="processing" className="recount">
      Days begin as in {nameOf(recount.from)} until all orders are recounted for{" "}
      {nameOf(recount.to)}: <span className="num">{Math.floor(recount.share * 100)}%</span> done.
    </Notice>
  );
}

function nameOf(zone: string): string {
  return zone.replaceAll("_", " ");
}
