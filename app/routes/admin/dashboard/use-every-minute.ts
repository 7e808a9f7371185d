import { useEffect } from "react";
import { useRefresh } from "#app/live.ts";

/** Loads the page's data again every minute in which somebody looks at it. */
export function useEveryMinute(): void {
  const refresh = useRefresh();
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") refresh();
    }, 60_000);
    return () => clearInterval(timer);
  }, [refresh]);
}
