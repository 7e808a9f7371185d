/** A request that cannot be processed: a message for the client, and the HTTP status. */
export class RequestError extends Error {
  readonly status: 400 | 404;

  constructor(message: string, status: 400 | 404 = 400) {
    super(message);
    this.name = "RequestError";
    this.status = status;
  }
}

/** A transaction that the mempool rejects, with the code and message of Bitcoin Core. */
export class TxRejection extends RequestError {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.name = "TxRejection";
    this.code = code;
  }
}
