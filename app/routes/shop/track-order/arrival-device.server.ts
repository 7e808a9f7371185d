import { data, redirect, type RouterContextProvider } from "react-router";
import { servicesContext } from "#app/context.ts";
import { withNotice } from "#app/notices.ts";
import { addBuyerDevice } from "#shop/notifications/devices.server.ts";
import { subscriptionSchema } from "#shop/notifications/web-push.server.ts";
import type { StoredOrder } from "#shop/orders/orders.server.ts";
import { orderPath } from "../shared/order-paths.ts";

/** Adds the device that the buyer wants to be told on when the coins have arrived. */
export async function addArrivalDevice(
  context: Readonly<RouterContextProvider>,
  { id: orderId }: StoredOrder,
  form: FormData,
) {
  const { db, webhookTargets: policy } = context.get(servicesContext);
  const read = subscriptionSchema.safeParse(Object.fromEntries(form));
  if (!read.success) throw data(null, { status: 400 });
  const device = { subscription: read.data, policy, orderId, now: new Date() };
  const added = await addBuyerDevice(db, device);
  return redirect(withNotice(orderPath(orderId), added.ok ? "device-told" : "device-refused"));
}
