import { createContext, type MiddlewareFunction, type RouterContextProvider } from "react-router";
import { currentCheckout } from "#shop/checkout/checkouts.server.ts";
import { servicesContext } from "./context.ts";
import { readVisitor } from "./visitor.server.ts";

type Current = ReturnType<typeof currentCheckout>;

/** What this request has asked for already; null for one that may itself change it. */
const onceContext = createContext<{ current: Current | null } | null>(null);

/** Has a request that only looks ask for its visitor's checkout once at the most. */
export const readCheckoutOnce: MiddlewareFunction<Response> = ({ request, context }) => {
  if (request.method === "GET") context.set(onceContext, { current: null });
};

/** The checkout that the visitor of this request is in, or null. */
export function checkoutOf(context: Readonly<RouterContextProvider>, request: Request): Current {
  const once = context.get(onceContext);
  return once ? (once.current ??= ask(context, request)) : ask(context, request);
}

async function ask(context: Readonly<RouterContextProvider>, request: Request): Current {
  const { db, secure } = context.get(servicesContext);
  return currentCheckout(db, await readVisitor(request, { secure }));
}
