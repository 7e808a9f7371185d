import { data, href } from "react-router";
import { useLastAnswer } from "#app/answer.ts";
import { clientAddressContext, servicesContext } from "#app/context.ts";
import { readForm } from "#app/form.server.ts";
import { redirect } from "#app/redirects.ts";
import { settingsOf } from "#app/shop-cache.server.ts";
import { useLive } from "#app/live.ts";
import { useDrawing } from "#app/hydration/translated-page.ts";
import { withNotice } from "#app/notices.ts";
import { askAfterReturn } from "#app/pay.server.ts";
import { tooManyAttempts } from "#app/limits.server.ts";
import { viewerOf, ensureVisitor, readVisitor } from "#app/visitor.server.ts";
import type { PageHandle } from "#app/hydration/static-page.ts";
import { textOf } from "#lib/form.ts";
import { t } from "#messages/translate.ts";
import { mayAct } from "#shop/orders/acts.ts";
import { normalizeOrderId } from "#shop/orders/order.ts";
import {
  grantAccess,
  isTrackingKey,
  ordersOfVisitor,
  revokeAllAccess,
} from "#shop/orders/order-access.server.ts";
import { findOrder } from "#shop/orders/orders.server.ts";
import { accessOf, findTrackedOrder } from "#shop/orders/tracking.server.ts";
import type { Route } from "./+types/route";
import { orderPath } from "../shared/order-paths.ts";
import { postedAct, runAct } from "./order-actions.server.ts";
import { searchOrder } from "./search-order.server.ts";
import { findLinkedOrder, showOrder } from "./shown-order.server.ts";
import { TrackView } from "./track-view.tsx";

export { headers } from "#app/limits.server.ts";

export const handle: PageHandle = { hydrates: "when-painted" };

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${t("order.trackOrder")} · ${loaderData?.shopName ?? "Satchel"}` },
  { name: "description", content: t("order.description") },
  { name: "robots", content: "noindex" },
];

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const { db, prices, secure } = context.get(servicesContext);
  const now = new Date();
  const orderId = normalizeOrderId(url.searchParams.get("orderId") ?? "");
  const [{ shopName, supportEmail }, viewer] = await Promise.all([
    settingsOf(context),
    viewerOf(request, context),
  ]);
  const frame = {
    ...{ shopName, supportEmail, orderId },
    justPlaced: url.searchParams.get("notice") === "placed",
    priceKnown: prices.current(now) !== null,
  };
  const nothing = { ...frame, shown: null, recent: [] };
  if (!orderId) {
    const { visitorHash } = viewer;
    const recent = visitorHash ? await ordersOfVisitor(db, visitorHash) : [];
    return { ...nothing, recent, error: null };
  }

  const key = url.searchParams.get("key");
  // A signed link is not a guess, so the limit does not apply to it.
  const linked = key !== null && (await isTrackingKey(db, orderId, key));
  const from = context.get(clientAddressContext);
  const found = linked
    ? await findLinkedOrder(db, orderId)
    : await findTrackedOrder(db, orderId, { viewer, from, now });
  if (!found.ok) {
    if (found.error === "not-found")
      return data({ ...nothing, error: t("order.notFound") }, { status: 404 });
    const { message, init } = tooManyAttempts(found.error.seconds);
    return data({ ...nothing, error: message }, init);
  }
  const order = found.value;

  if (key !== null) {
    // Removes the key from the address bar, so that it is not shared with the URL.
    const { visitorHash, headers } = await ensureVisitor(request, { secure });
    if (linked) await grantAccess(db, order.id, visitorHash, { proven: true, now });
    throw redirect(orderPath(order.id), linked ? { headers } : {});
  }

  const access = await accessOf(db, order, viewer);
  if (url.searchParams.has("returned")) {
    if (mayAct(access, "pay")) await askAfterReturn(context, order);
    throw redirect(withNotice(orderPath(order.id), "placed"));
  }
  const way = url.searchParams.get("way");
  const shown = await showOrder(context, order, { access, viewer, way, now });
  return { ...frame, shown, recent: [], error: null };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const { db } = services;
  const form = await readForm(request);
  if (textOf(form, "intent") === "forget") {
    const visitorHash = await readVisitor(request, services);
    if (visitorHash) await revokeAllAccess(db, visitorHash);
    return redirect(withNotice(href("/track-order"), "orders-forgotten"));
  }
  const orderId = normalizeOrderId(textOf(form, "orderId"));
  const act = postedAct(form);
  if (act) {
    const order = await findOrder(db, orderId);
    if (!order) throw data(null, { status: 404 });
    const viewer = await viewerOf(request, context);
    return runAct(act, { context, request, order, viewer, form });
  }
  return searchOrder(context, {
    ...{ request, form, orderId },
    email: textOf(form, "email").trim(),
    cameInUrl:
      orderId !== "" && normalizeOrderId(url.searchParams.get("orderId") ?? "") === orderId,
  });
}

export default function TrackOrder({ loaderData }: Route.ComponentProps) {
  const { shown } = loaderData;
  const topic = shown ? `order/${shown.order.id}` : null;
  useLive(topic);
  const answer = useLastAnswer<typeof action>();
  return <TrackView key={useDrawing(loaderData)} topic={topic} data={loaderData} answer={answer} />;
}
