import { z } from "zod";
import { RequestError } from "../errors.ts";
import { chainMethods } from "./chain-methods.ts";
import { RPC, RpcError } from "./errors.ts";
import type { Call, Method } from "./node.ts";
import { transactionMethods } from "./transaction-methods.ts";
import { walletMethods } from "./wallet-methods.ts";

const methods: Record<string, Method> = {
  ...chainMethods,
  ...transactionMethods,
  ...walletMethods,
};

/** Runs one call with positional or named parameters; throws RpcError. */
export function runMethod(
  call: Call,
  name: string,
  params: readonly unknown[] | Record<string, unknown>,
): unknown {
  const method = methods[name];
  if (!method) throw new RpcError(RPC.methodNotFound, "Method not found");
  const given = Array.isArray(params)
    ? Object.fromEntries(params.map((value, index) => [method.params[index] ?? index, value]))
    : (params as Record<string, unknown>);
  try {
    return method.call(call, given);
  } catch (error) {
    if (error instanceof z.ZodError) {
      throw new RpcError(
        RPC.invalidParameter,
        error.issues.map(({ message }) => message).join("; "),
      );
    }
    if (error instanceof RequestError) throw new RpcError(RPC.invalidAddressOrKey, error.message);
    throw error;
  }
}
