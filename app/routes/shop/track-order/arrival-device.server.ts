import { data } from "react-router";
import { clientAddressContext, servicesContext } from "#app/context.ts";
import { secondsToWait } from "#app/limits.server.ts";
import { withNotice } from "#app/notices.ts";
import { redirect } from "#app/redirects.ts";
import { buyerDeviceByAddress, deviceByOrder } from "#shop/limits/limits.server.ts";
import { addBuyerDevice } from "#shop/notifications/devices.server.ts";
import { subscriptionSchema } from "#shop/notifications/web-push.server.ts";
import { orderPath } from "../shared/order-paths.ts";
import type { ActRequest } from "./act-request.ts";

/** Adds the device that the buyer wants to be told on when the coins have arrived. */
export async function addArrivalDevice({ context, order, form, permit }: ActRequest<"push">) {
  const { db, mode } = context.get(servicesContext);
  const read = subscriptionSchema.safeParse(Object.fromEntries(form));
  if (!read.success) throw data(null, { status: 400 });
  const now = new Date();
  const attempts = [
    { limit: buyerDeviceByAddress, who: context.get(clientAddressContext) },
    { limit: deviceByOrder, who: order.id },
  ];
  const device = { subscription: read.data, anyService: mode === "sandbox", permit, now };
  const isAdded =
    (await secondsToWait(db, attempts, now)) === 0 && (await addBuyerDevice(db, device)).ok;
  return redirect(withNotice(orderPath(order.id), isAdded ? "device-told" : "device-refused"));
}
