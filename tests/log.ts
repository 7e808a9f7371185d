import type { Log } from "#lib/log.ts";

/** A log that keeps what it is told, one line each; of an error with its stack. */
export function keepLines(lines: string[]): Log {
  return (message, error) => {
    const why = error instanceof Error ? error.stack : error;
    lines.push(error === undefined ? message : `${message}: ${String(why)}`);
  };
}
