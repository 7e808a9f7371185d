/** Input that cannot be honoured: the message is written for whoever sent it, status is HTTP. */
export class Refusal extends Error {
  readonly status: 400 | 404;

  constructor(message: string, status: 400 | 404 = 400) {
    super(message);
    this.name = "Refusal";
    this.status = status;
  }
}

/** A transaction the mempool turns away, with the code and message a Bitcoin Core node would give. */
export class TxRejection extends Refusal {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.name = "TxRejection";
    this.code = code;
  }
}
