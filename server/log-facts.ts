import { isConnectionError } from "#db/errors.ts";
import { OutsideError } from "#lib/outside-error.ts";

/** An error as it is logged. */
export interface ErrorFacts {
  type: string;
  message: string;
  code?: string;
  /** The frames of the stack, without its first line, the message. None for what another host or the network did. */
  stack?: string;
  cause?: ErrorFacts;
}

/** The depth to which causes are followed, since they may form a cycle. */
const CAUSES = 4;

/** Converts an error for the log: type, message, code, stack and causes, without personal data. */
export function errorFacts(error: unknown, depth = 0): ErrorFacts {
  if (!(error instanceof Error)) return { type: typeof error, message: redact(error) };
  const { name, message, stack, cause } = error;
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  const isOutside = error instanceof OutsideError || isConnectionError(error);
  const frames = isOutside ? [] : stack?.split("\n").filter((line) => /^\s+at /.test(line));
  return {
    type: name,
    message: redact(message),
    ...(code !== undefined && { code }),
    ...(frames && frames.length > 0 && { stack: frames.join("\n") }),
    ...(cause !== undefined && depth < CAUSES && { cause: errorFacts(cause, depth + 1) }),
  };
}

/**
 * Redacts personal data from a text: email addresses, query strings of URLs (order keys, tokens), and the parameters
 * that Drizzle appends to the message of a failed query.
 */
export function redact(text: unknown): string {
  return String(text)
    .replace(/\nparams: [^]*$/, "")
    .replace(/[^\s<>"'(),;:=/]+@[^\s<>"'(),;:/]+/g, "[address]")
    .replace(/(https?:\/\/[^\s?"']+|\/[\w./-]+)\?[^\s"']+/g, "$1?[…]");
}
