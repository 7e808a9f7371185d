import type { ImportResult } from "#shop/methods/bank/import-file.server.ts";

/** What the action returns when it does not redirect to the list. */
export type BankActionData =
  | ImportResult
  | { kind: "line"; reference: string; orderId: string; problem: string }
  | { kind: "left"; recorded: number; left: number };
