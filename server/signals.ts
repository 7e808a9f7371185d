import type { Log } from "#lib/log.ts";

/** Shuts down on SIGINT and SIGTERM; a second signal exits at once. */
export function stopOnSignals(stop: () => Promise<void>, log: Log): void {
  let stopping = false;
  const onSignal = () => {
    if (stopping) process.exit(1);
    stopping = true;
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log("shutdown failed", error);
        process.exit(1);
      },
    );
  };
  process.on("SIGINT", onSignal);
  process.on("SIGTERM", onSignal);
  // A parent process with an IPC channel has exited.
  process.on("disconnect", onSignal);
}
