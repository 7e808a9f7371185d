import { createContext, type MiddlewareFunction, type RouterContextProvider } from "react-router";
import { type OpenCheckout, findOpenCheckout } from "#shop/checkout/steps.server.ts";
import { servicesContext } from "./context.ts";
import type { ActingAccount } from "#shop/checkouts/checkout.ts";
import { signedInOf } from "./session.server.ts";
import { readVisitor } from "./visitor.server.ts";

/** Returns the checkout of this request's visitor; null for a request that may itself change it. */
const checkoutContext = createContext<(() => Promise<OpenCheckout | null>) | null>(null);

/** Has a GET request read its visitor's checkout at most once. */
export const readCheckoutOnce: MiddlewareFunction<Response> = async ({ request, context }) => {
  if (request.method !== "GET") return;
  const { db, secure } = context.get(servicesContext);
  const visitorHash = await readVisitor(request, { secure });
  if (!visitorHash) return;
  let current: Promise<OpenCheckout | null> | null = null;
  const user = { userId: creditAccountOf(context)?.id ?? null };
  context.set(checkoutContext, () => (current ??= findOpenCheckout(db, visitorHash, user)));
};

/** Returns the current checkout of this request's visitor, or null. */
export async function checkoutOf(
  context: Readonly<RouterContextProvider>,
  request: Request,
): Promise<OpenCheckout | null> {
  const read = context.get(checkoutContext);
  if (read) return read();
  const { db, secure } = context.get(servicesContext);
  const visitorHash = await readVisitor(request, { secure });
  return visitorHash
    ? findOpenCheckout(db, visitorHash, { userId: creditAccountOf(context)?.id ?? null })
    : null;
}

/** Returns the signed-in account if it may act at a checkout: not before an expired password is changed. */
export function actingAccountOf(context: Readonly<RouterContextProvider>): ActingAccount | null {
  const signedIn = signedInOf(context);
  if (!signedIn || signedIn.passwordExpired) return null;
  const { id, email, emailVerified } = signedIn.account;
  return { id, email, emailVerified, sessionId: signedIn.sessionId };
}

/** Returns the acting account if it can spend credit: with a confirmed email address. */
export function creditAccountOf(context: Readonly<RouterContextProvider>): ActingAccount | null {
  const account = actingAccountOf(context);
  return account?.emailVerified ? account : null;
}
