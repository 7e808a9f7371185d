/** An error that the operator can fix, such as a data folder in use: its message is printed without a stack trace. */
export class OperatorError extends Error {}

/** SQLSTATE classes and codes of a server that stops, starts or has no free connection; and error codes of sockets. */
const CODES =
  /^(08...|57P0[123]|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** Errors of pg that have no code (pg 8.23, client.js and pg-pool's index.js). */
const MESSAGES =
  /Connection terminated|connection error and is not queryable|Client was closed and is not queryable|Query read timeout|timeout exceeded when trying to connect/;

/** Returns whether this error, or one that caused it, is that the database could not be reached. */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ("code" in error && CODES.test(String(error.code))) return true;
  return MESSAGES.test(error.message) || isConnectionError(error.cause);
}
