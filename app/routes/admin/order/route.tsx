import { data } from "react-router";
import { useAnswer } from "#app/office/answer.ts";
import { adminTitle } from "#app/root-data.ts";
import { requireTeam } from "#app/session.server.ts";
import { servicesContext } from "#app/context.ts";
import { settingsOf } from "#app/shop-cache.server.ts";
import { countryName } from "#lib/countries.ts";
import { localDate } from "#lib/days.ts";
import { useBeyondLimit } from "#shop/payments/coupon-uses.server.ts";
import { openAsAdministrator } from "#shop/orders/conversation.server.ts";
import { normalizeOrderId } from "#shop/orders/order.ts";
import { findOrder, orderHistory } from "#shop/orders/orders.server.ts";
import { fillTemplate, splitAnswers } from "#shop/settings/message-template.ts";
import { openPagesOf } from "#shop/methods/hosted-pages.server.ts";
import { mailsOfOrder } from "#shop/mail/mail-list.server.ts";
import { paymentDetails } from "#shop/payments/payment-details.server.ts";
import { readLeases } from "#shop/delivery/leases.server.ts";
import { readAdapterStates } from "#shop/delivery/adapter-states.server.ts";
import { readBoughtCode } from "#shop/fulfilment/gift-order.server.ts";
import type { Route } from "./+types/route";
import { useOrdersData } from "../orders/order-query.ts";
import type { action } from "./acts.server.ts";
import { OrderDrawer } from "./order-drawer.tsx";
import { missingCents } from "./panel-order.ts";

export { action } from "./acts.server.ts";

export const meta: Route.MetaFunction = ({ params, matches }) =>
  adminTitle(`Order ${params.orderId}`, matches);

export async function loader(args: Route.LoaderArgs) {
  const { account } = requireTeam(args);
  const { db, mode, providers } = args.context.get(servicesContext);
  const orderId = normalizeOrderId(args.params.orderId);
  const found = await findOrder(db, orderId);
  const confirmsDelete = args.url.searchParams.has("delete");
  if (!found)
    return data(
      {
        orderId,
        ...{ order: null, payment: null, record: null, delivery: null, taken: null },
        history: [],
        ...{ mails: [], code: null, conversation: null },
        explorer: "",
        confirmsDelete,
      },
      404,
    );
  const { checkoutId, deletedAt: _, ...order } = found;
  const now = new Date();
  const [settings, payment, pages, deliveries, leases, history, mails, code, messages, beyond] =
    await Promise.all([
      settingsOf(args.context),
      paymentDetails(db, checkoutId),
      openPagesOf(db, checkoutId, now),
      readAdapterStates(db, [order.id]),
      readLeases(db, [order.id], now),
      orderHistory(db, order.id),
      mailsOfOrder(db, order.id),
      // Only the owner sees it.
      order.packageKind === "gift_code" && account.role === "admin"
        ? readBoughtCode(db, order.id)
        : null,
      openAsAdministrator(db, order.id, now),
      useBeyondLimit(db, found),
    ]);
  const { blockExplorer, timeZone, readyAnswers } = settings;
  const paypalByHand =
    order.paymentMethod === "paypal" && !providers.some(({ method }) => method === "paypal");
  const lease = leases.get(order.id) ?? null;
  return {
    orderId,
    order: {
      ...order,
      country: order.country && countryName(order.country),
      asksConsent: settings.consentRequired,
      beyondLimit: beyond,
    },
    payment: {
      ...payment,
      pending: pages.flatMap(({ method, outcome, pendingReason: reason }) =>
        outcome === "processing" ? { method, reason } : [],
      ),
    },
    record: {
      method: paypalByHand ? ("paypal" as const) : ("bank_transfer" as const),
      missingCents: missingCents(order, payment),
      today: localDate(now, timeZone),
    },
    delivery: deliveries.get(order.id) ?? null,
    taken: lease?.userId === account.id ? null : lease,
    history,
    mails,
    code,
    conversation: {
      self: account.email,
      messages,
      answers: splitAnswers(
        fillTemplate(readyAnswers, { order: order.id, username: order.tiktokUsername ?? "" }),
      ),
    },
    // The sandbox has its own chain and explorer.
    explorer: mode === "sandbox" ? "/sandbox/chain" : blockExplorer,
    confirmsDelete,
  };
}

/** The panel beside the list. */
export default function OrderPage({ loaderData }: Route.ComponentProps) {
  // The list that the panel opens beside.
  const list = useOrdersData();
  const answer = useAnswer<typeof action>();
  if (!list) return null;
  return <OrderDrawer {...loaderData} query={list.query} page={list.page} answer={answer} />;
}
