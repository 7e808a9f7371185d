import { createContext, type MiddlewareFunction, type RouterContextProvider } from "react-router";
import { type OpenCheckout, findOpenCheckout } from "#shop/checkout/steps.server.ts";
import { servicesContext } from "./context.ts";
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
  const user = { userId: creditUserOf(context) };
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
  return visitorHash ? findOpenCheckout(db, visitorHash, { userId: creditUserOf(context) }) : null;
}

/** Returns the signed-in user if they can spend credit: with a confirmed email address. */
export function creditUserOf(context: Readonly<RouterContextProvider>): string | null {
  const account = signedInOf(context)?.account;
  return account?.emailVerified ? account.id : null;
}
