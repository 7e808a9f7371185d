import { createContext, type MiddlewareFunction, type RouterContextProvider } from "react-router";
import { type OpenCheckout, findOpenCheckout } from "#shop/checkout/steps.server.ts";
import { servicesContext } from "./context.ts";
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
  context.set(checkoutContext, () => (current ??= findOpenCheckout(db, visitorHash)));
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
  return visitorHash ? findOpenCheckout(db, visitorHash) : null;
}
