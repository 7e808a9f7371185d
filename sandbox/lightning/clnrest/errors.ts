/** An error of a method of Core Lightning, or of clnrest itself. */
export class RpcError extends Error {
  readonly code: number;
  readonly status: 401 | 403 | 404 | 500;

  constructor(code: number, message: string, status: 401 | 403 | 404 | 500 = 500) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

/** Error codes (ElementsProject/lightning: common/jsonrpc_errors.h). */
export const RPC = {
  invalidParams: -32602,
  methodNotFound: -32601,
  generic: -1,
  labelExists: 900,
  waitTimedOut: 904,
  invoiceNotFound: 905,
  invoiceStatusUnexpected: 906,
  runeNotAuthorized: 1501,
  runeNotPermitted: 1502,
};
