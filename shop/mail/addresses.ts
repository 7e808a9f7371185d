import type { orders } from "../orders/tables.ts";
import type { Limit } from "../limits/limits.server.ts";

declare const kind: unique symbol;

/** The address of an order. Only mails there may have the key that acts on the order. */
export type OrderAddress = string & { readonly [kind]: "order" };

/** An address that somebody typed in a form: perhaps that of a stranger. */
export type TypedAddress = string & { readonly [kind]: "typed" };

/** The address of an account, a member of the team or a subscriber. */
export type AccountAddress = string & { readonly [kind]: "account" };

/** Returns where the mails of an order go; takes the row, so that no other address passes as its own. */
export function orderAddress(
  order: Pick<typeof orders.$inferSelect, "id" | "checkoutId" | "email">,
): OrderAddress {
  return order.email as OrderAddress;
}

/**
 * Returns a typed address as one that mails go to, and names what limits them: limits that the form takes, or that an order
 * is paid first. `typed-mails.test.ts` lists each call and tries its form.
 */
export function typedAddress(
  typed: string,
  _limits: readonly [Limit, ...Limit[]] | "a paid order",
): TypedAddress {
  return typed as TypedAddress;
}

/** Returns where the mails of an account, a member of the team or a subscriber go. */
export function accountAddress({ email }: { email: string }): AccountAddress {
  return email as AccountAddress;
}
