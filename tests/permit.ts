import type { Db } from "#db/client.server.ts";
import type { Act } from "#shop/orders/acts.ts";
import { findOrder } from "#shop/orders/orders.server.ts";
import { permitAct } from "#shop/orders/permits.server.ts";
import type { Viewer } from "#shop/orders/tracking.server.ts";

/** Returns the permit of an act on an order: for its owner unless a viewer is given. Throws where the table refuses it. */
export async function permitOf<A extends Act>(db: Db, act: A, orderId: string, viewer?: Viewer) {
  const order = await findOrder(db, orderId);
  if (!order) throw new Error(`no order ${orderId}`);
  const owner = { visitorHash: null, verifiedEmail: order.email };
  const permit = await permitAct(db, act, { order, viewer: viewer ?? owner });
  if (!permit.ok) throw new Error(`${act} needs more than "${permit.error}"`);
  return permit.value;
}
