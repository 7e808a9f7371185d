import { createContext, type MiddlewareFunction, type RouterContextProvider } from "react-router";
import { readOpenCheckout } from "#shop/checkout/checkouts.server.ts";
import { servicesContext } from "./context.ts";
import { readVisitor } from "./visitor.server.ts";

type CurrentCheckout = ReturnType<typeof readOpenCheckout>;

/** The checkout read by this request so far; null for a request that may itself change it. */
const onceContext = createContext<{ current: CurrentCheckout | null } | null>(null);

/** Has a GET request read its visitor's checkout at most once. */
export const readCheckoutOnce: MiddlewareFunction<Response> = ({ request, context }) => {
  if (request.method === "GET") context.set(onceContext, { current: null });
};

/** Returns the current checkout of this request's visitor, or null. */
export function checkoutOf(
  context: Readonly<RouterContextProvider>,
  request: Request,
): CurrentCheckout {
  const once = context.get(onceContext);
  return once ? (once.current ??= readCheckout(context, request)) : readCheckout(context, request);
}

async function readCheckout(
  context: Readonly<RouterContextProvider>,
  request: Request,
): CurrentCheckout {
  const { db, secure } = context.get(servicesContext);
  return readOpenCheckout(db, await readVisitor(request, { secure }));
}
