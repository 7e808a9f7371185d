import type { Db } from "#db/client.server.ts";
import type { CoinPackage } from "../catalog/package.ts";
import { findPackage } from "../catalog/packages.server.ts";
import { mayAct } from "../orders/acts.ts";
import { isTrackingKey } from "../orders/order-access.server.ts";
import { findOrder, type StoredOrder } from "../orders/orders.server.ts";
import { accessOf, type Viewer } from "../orders/tracking.server.ts";

/** Returns the order if it may be bought again: by the key of its mails, or by a viewer whom the table of acts allows it. */
export async function findOrderToBuyAgain(
  db: Db,
  request: { orderId: string; key: string; viewer: Viewer },
): Promise<StoredOrder | null> {
  const order = await findOrder(db, request.orderId);
  if (!order) return null;
  const may =
    (await isTrackingKey(db, order.id, request.key)) ||
    mayAct(await accessOf(db, order, request.viewer), "again");
  return may ? order : null;
}

/** Returns the package of an order with its price now, or null if it is not for sale, or with other coins. */
export async function packageToBuyAgain(
  db: Db,
  order: Pick<StoredOrder, "package">,
  now: Date,
): Promise<CoinPackage | null> {
  const pkg = await findPackage(db, order.package.id, now);
  return pkg && pkg.coins === order.package.coins ? pkg : null;
}
