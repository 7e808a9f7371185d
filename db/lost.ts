/** SQLSTATE classes and codes of a server that goes, comes, or takes no more connections; and what a socket says. */
const CODES =
  /^(08...|57P0[123]|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** What pg says without a code (pg 8.23, client.js and pg-pool's index.js). */
const WORDS =
  /Connection terminated|connection error and is not queryable|Query read timeout|timeout exceeded when trying to connect/;

/** Whether this accident, or one that caused it, is that the database could not be reached. */
export function isLostDatabase(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ("code" in error && CODES.test(String(error.code))) return true;
  return WORDS.test(error.message) || isLostDatabase(error.cause);
}
