import type { Log } from "#lib/log.ts";

/** Ctrl-C and `kill` close everything in order; a second Ctrl-C does not wait. */
export function stopOnSignals(stop: () => Promise<void>, log: Log): void {
  let stopping = false;
  const onSignal = () => {
    if (stopping) process.exit(1);
    stopping = true;
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log("the shop did not close in order", error);
        process.exit(1);
      },
    );
  };
  process.on("SIGINT", onSignal);
  process.on("SIGTERM", onSignal);
  // Whoever started us with a channel to them takes us along, however they end.
  process.on("disconnect", onSignal);
}
