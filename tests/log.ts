import type { Log } from "#lib/log.ts";

/** Returns a log that appends each message to `lines`, errors with their stack. */
export function collectLines(lines: string[]): Log {
  return (message, error) => {
    const why = error instanceof Error ? error.stack : error;
    lines.push(error === undefined ? message : `${message}: ${String(why)}`);
  };
}
