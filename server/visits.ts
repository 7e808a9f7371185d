import { isbot } from "isbot";
import type { Db } from "#db/client.server.ts";
import type { Log } from "#lib/log.ts";
import { startLoop } from "#lib/loop.server.ts";
import { countVisits } from "#shop/metrics/metrics.server.ts";

const FLUSH_MS = 2000;

/** Counts visits in this process, and adds them to the metrics of the day every two seconds. */
export interface VisitCounter {
  count: () => void;
  stop: () => Promise<void>;
}

/**
 * Returns whether a request is a visit: a person opens a page of the shop from outside it, by the Fetch Metadata headers
 * of the browser. No cookie or address is stored.
 */
export function isVisit(request: Request): boolean {
  const { headers, method, url } = request;
  if (method !== "GET" || headers.get("sec-fetch-dest") !== "document") return false;
  const site = headers.get("sec-fetch-site");
  if (site !== "none" && site !== "cross-site") return false;
  if (/^\/(admin|sandbox)(\/|$)/.test(new URL(url).pathname)) return false;
  return headers.get("sec-purpose") === null && !isbot(headers.get("user-agent"));
}

export function startVisitCounter(db: Db, log: Log): VisitCounter {
  let counted = 0;
  const flush = async () => {
    const visits = counted;
    if (visits === 0) return;
    counted = 0;
    try {
      await countVisits(db, visits, new Date());
    } catch (error) {
      counted += visits;
      throw error;
    }
  };
  const failed = (error: unknown) => log("visit count not saved", error);
  const loop = startLoop(flush, { pauseMs: FLUSH_MS, pauseFirst: true, failed });
  return {
    count: () => {
      counted += 1;
    },
    stop: async () => {
      await loop.stop();
      await flush().catch(failed);
    },
  };
}
