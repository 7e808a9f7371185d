import type { RouterContextProvider } from "react-router";
import { clientAddressContext, servicesContext } from "#app/context.ts";
import { giveAttemptsBack, secondsToWait, tooManyAttempts } from "#app/limits.server.ts";
import { redirect } from "#app/redirects.ts";
import { ensureVisitor } from "#app/visitor.server.ts";
import { t } from "#messages/translate.ts";
import { trackingByOrder, trackingLimit } from "#shop/limits/limits.server.ts";
import { isOrderId } from "#shop/orders/order.ts";
import { grantAccess } from "#shop/orders/order-access.server.ts";
import { findOrder } from "#shop/orders/orders.server.ts";
import { findOrderByEmail } from "#shop/orders/tracking.server.ts";
import { orderPath } from "../shared/order-paths.ts";
import { type Refused, refuse } from "./refused.ts";

/** An order as it is searched for. */
interface Search {
  request: Request;
  form: FormData;
  orderId: string;
  email: string;
  /** True when the id is in the URL already, so that the page shows the masked order. */
  cameInUrl: boolean;
}

/** Searches an order by id and email, and gives the visitor access to it; else returns what is wrong with the form. */
export async function searchOrder(context: Readonly<RouterContextProvider>, search: Search) {
  const { request, form, orderId, email, cameInUrl } = search;
  const services = context.get(servicesContext);
  const { db } = services;
  const refused = (why: Refused) => refuse(form, ["orderId", "email"], why);
  if (!email && cameInUrl) return redirect(orderPath(orderId));
  if (!orderId || !email) {
    const errors = {
      ...(!orderId && { orderId: t("order.orderIdMissing") }),
      ...(!email && { email: t("order.emailMissing") }),
    };
    return refused({ errors });
  }

  const now = new Date();
  const attempts = [
    { limit: trackingLimit, who: context.get(clientAddressContext) },
    ...(isOrderId(orderId) ? [{ limit: trackingByOrder, who: orderId }] : []),
  ];
  const wait = await secondsToWait(db, attempts, now);
  if (wait > 0) return refused(tooManyAttempts(wait));
  const found = await findOrderByEmail(db, orderId, email);
  if (!found.ok) {
    // The page stays on the masked order that it shows.
    if (cameInUrl && (await findOrder(db, orderId))) return redirect(orderPath(orderId));
    return refused({ message: t("order.notFound"), init: { status: 404 } });
  }
  await giveAttemptsBack(db, attempts, now);
  const { visitorHash, headers } = await ensureVisitor(request, services);
  await grantAccess(db, found.value.id, visitorHash, { proven: false, now });
  return redirect(orderPath(found.value.id), { headers });
}
