import type { RouterContextProvider } from "react-router";
import type { Act } from "#shop/orders/acts.ts";
import type { StoredOrder } from "#shop/orders/orders.server.ts";
import type { Permit } from "#shop/orders/permits.server.ts";

/** A form that acts on an order, and the permit of the act. */
export interface ActRequest<A extends Act = Act> {
  context: Readonly<RouterContextProvider>;
  request: Request;
  order: StoredOrder;
  form: FormData;
  permit: Permit<A>;
}
