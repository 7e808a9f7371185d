import { useEffect } from "react";
import { useRevalidator } from "react-router";
import { whenReachable } from "#app/live.ts";

/** Loads the page's data again every minute in which somebody looks at it. */
export function useEveryMinute(): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") void whenReachable(revalidate);
    }, 60_000);
    return () => clearInterval(timer);
  }, [revalidate]);
}
