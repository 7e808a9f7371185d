import { type DestinationStream, type Logger, pino } from "pino";
import type { Log } from "#lib/log.ts";
import { errorFacts, redact } from "./log-facts.ts";

export const logLevels = ["debug", "info", "error"] as const;
export type LogLevel = (typeof logLevels)[number];

/** `json` writes one object per line; `lines` is readable at a terminal. */
export type LogFormat = "json" | "lines";

const standardError: DestinationStream = { write: (text) => void process.stderr.write(text) };

/** Creates the logger of this process, on standard error. Personal data is redacted from messages and errors. */
export function openLogger(
  { level, format }: { level: LogLevel; format: LogFormat },
  out: DestinationStream = standardError,
): Logger {
  return pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      hooks: {
        // The last argument is the message: pino merges the one before into the line.
        logMethod(args, method) {
          method.apply(this, args.map(scrubbed) as Parameters<typeof method>);
        },
      },
      serializers: { err: errorFacts },
    },
    format === "json" ? out : { write: (text) => out.write(readable(text)) },
  );
}

/** Wraps the logger as the `Log` function of jobs and services. */
export function logOf(logger: Logger): Log {
  return (message, error) => {
    if (error === undefined) logger.info(message);
    else logger.error({ err: error }, message);
  };
}

function scrubbed(value: unknown): unknown {
  return typeof value === "string" ? redact(value) : value;
}

/** `08:15:30 error  price feed: fetch failed (7KQ2M9XA41)`, with the stack of an error below. */
function readable(json: string): string {
  const { time, level, msg, err, requestId } = JSON.parse(json) as {
    time: string;
    level: string;
    msg: string;
    err?: ReturnType<typeof errorFacts>;
    requestId?: string;
  };
  const why = err ? `: ${err.message}` : "";
  const request = requestId ? ` (${requestId})` : "";
  const below: string[] = [];
  if (err?.stack) below.push(err.stack);
  for (let cause = err?.cause; cause; cause = cause.cause)
    below.push(`    because ${cause.type}: ${cause.message}`);
  const head = `${time.slice(11, 19)} ${level.padEnd(5)} ${msg}${why}${request}`;
  return `${[head, ...below].join("\n")}\n`;
}
