/** The error codes of Bitcoin Core's JSON-RPC (src/rpc/protocol.h) that the stand-in answers with. */
export const RPC = {
  invalidRequest: -32600,
  methodNotFound: -32601,
  parse: -32700,
  misc: -1,
  wallet: -4,
  invalidAddressOrKey: -5,
  invalidParameter: -8,
  walletNotFound: -18,
  walletNotSpecified: -19,
  inWarmUp: -28,
  walletAlreadyLoaded: -35,
} as const;

/** A call that Core rejects, with its code and message. */
export class RpcError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.name = "RpcError";
    this.code = code;
  }
}
