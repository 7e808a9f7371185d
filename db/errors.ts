import { DrizzleQueryError } from "drizzle-orm";

/** An error that the operator can fix, such as a data folder in use: its message is printed without a stack trace. */
export class OperatorError extends Error {}

/** SQLSTATE classes and codes of a server that stops, starts or has no free connection; and error codes of sockets. */
const CODES =
  /^(08...|57P0[123]|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** Errors of pg that have no code (pg 8.23, client.js and pg-pool's index.js). */
const MESSAGES =
  /Connection terminated|connection error and is not queryable|Client was closed and is not queryable|Query read timeout|timeout exceeded when trying to connect|^timeout expired$/;

/** The depth to which causes are followed, since they may form a cycle. */
const CAUSES = 5;

/** Returns whether this error, or one that caused it, is that the database could not be reached. */
export function isConnectionError(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > CAUSES) return false;
  if ("code" in error && CODES.test(String(error.code))) return true;
  return MESSAGES.test(error.message) || isConnectionError(error.cause, depth + 1);
}

/** Returns whether this error, or one that caused it, is of the database. */
export function isDatabaseError(error: unknown): boolean {
  return error instanceof DrizzleQueryError || isConnectionError(error);
}

/** Returns why something failed in one sentence: the message of the innermost cause, as Drizzle's own is the SQL. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return reasonOf(error.cause);
  // A host with several addresses: its error has no message of its own.
  if (error instanceof AggregateError && !error.message) return reasonOf(error.errors[0]);
  return error.message;
}

/** Returns the message of an error for the terminal; connection errors name the database. */
export function operatorReason(error: unknown): string {
  const reason = reasonOf(error);
  return isConnectionError(error) ? `The database does not respond: ${reason}` : reason;
}

/** Returns whether the error is one that the operator can understand and mend. */
export function isExpectedError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // With a code: an unreachable server, a full disk, an unknown option.
  return error instanceof OperatorError || "code" in error || isExpectedError(error.cause);
}

/** Returns what a command prints when it fails: one sentence, with the stack only at the log level `debug`. */
export function describeFailure(error: unknown, logLevel: string | undefined): string {
  const sentence = operatorReason(error);
  if (isExpectedError(error)) return sentence;
  const stack = error instanceof Error ? error.stack : "";
  return `${sentence}\n${logLevel === "debug" ? stack : "LOG_LEVEL=debug shows where."}`;
}
