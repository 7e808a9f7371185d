import { useEffect } from "react";
import { useRefresh } from "#app/live.ts";
import { CrookedStack } from "#app/ui/coin-shelf.tsx";

const TRY_EVERY_MS = 1500;

/** Stands in for a page while the server cannot be reached, and brings it back by itself. */
export function UnreachableView() {
  const refresh = useRefresh();
  useEffect(() => {
    const timer = setInterval(refresh, TRY_EVERY_MS);
    return () => clearInterval(timer);
  }, [refresh]);
  return (
    <div className="container message">
      <div className="message__shelf">
        <CrookedStack />
      </div>
      <h1 className="display">The shop cannot be reached</h1>
      <p className="message__text" role="status">
        This page comes back by itself as soon as it can. Your orders and payments are safe: they do
        not depend on this page.
      </p>
    </div>
  );
}
