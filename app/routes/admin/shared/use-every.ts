import { useEffect } from "react";
import { useRefresh } from "#app/live.ts";

/** Loads the page's data again every so many seconds in which somebody looks at it; null: never. */
export function useEvery(seconds: number | null): void {
  const refresh = useRefresh();
  useEffect(() => {
    if (seconds === null) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") refresh();
    }, seconds * 1000);
    return () => clearInterval(timer);
  }, [refresh, seconds]);
}
