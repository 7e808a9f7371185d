import { data } from "react-router";
import { servicesContext } from "#app/context.ts";
import { officeAction } from "#app/office/acts.server.ts";
import { useAnswer } from "#app/office/answer.ts";
import { adminTitle } from "#app/root-data.ts";
import { requireTeam } from "#app/session.server.ts";
import { settingsOf } from "#app/shop-cache.server.ts";
import { readCorrections } from "#shop/delivery/corrections.server.ts";
import { findDeliveryOrder } from "#shop/delivery/delivery-orders.server.ts";
import { openAsAdministrator } from "#shop/orders/conversation.server.ts";
import { normalizeOrderId } from "#shop/orders/order.ts";
import { fillTemplate, splitAnswers } from "#shop/settings/message-template.ts";
import type { Route } from "./+types/route";
import { deliveryOrderList, deliveryOrderPath } from "../delivery-orders/delivery-order-list.ts";
import { orderActs } from "../shared/order-acts.server.ts";
import { DeliveryDrawer } from "./delivery-drawer.tsx";

/** Who wrote a message, in the place of an address. */
const YOU = "You";
const OTHERS = "The shop";

export const meta: Route.MetaFunction = ({ params, matches }) =>
  adminTitle(`Order ${params.orderId}`, matches);

export async function loader(args: Route.LoaderArgs) {
  const { account } = requireTeam(args);
  const { db } = args.context.get(servicesContext);
  const orderId = normalizeOrderId(args.params.orderId);
  const query = deliveryOrderList.parse(args.url.searchParams);
  const order = await findDeliveryOrder(db, orderId);
  if (!order)
    return data({ orderId, query, order: null, corrections: [], conversation: null }, 404);
  const [{ readyAnswers }, corrections, messages] = await Promise.all([
    settingsOf(args.context),
    readCorrections(db, [order.id]),
    openAsAdministrator(db, order.id, new Date()),
  ]);
  return {
    ...{ orderId, query, order },
    corrections: corrections.get(order.id) ?? [],
    conversation: {
      self: YOU,
      // Named by their email in the stored message.
      messages: messages.map((message) => ({
        ...message,
        writtenBy: message.writtenBy && (message.writtenBy === account.email ? YOU : OTHERS),
      })),
      answers: splitAnswers(
        fillTemplate(readyAnswers, { order: order.id, username: order.tiktokUsername }),
      ),
    },
  };
}

const { acts } = orderActs((orderId, url) =>
  deliveryOrderPath(orderId, deliveryOrderList.parse(url.searchParams)),
);

/** Writes to the buyer, or changes the note. The status changes in the work list only. */
export const action = officeAction(acts);

/** The panel beside the list. */
export default function DeliveryOrderPage({ loaderData }: Route.ComponentProps) {
  const { orderId, query } = loaderData;
  const list = deliveryOrderList.to(query);
  return (
    <DeliveryDrawer
      {...loaderData}
      closeTo={list}
      action={deliveryOrderPath(orderId, query)}
      answer={useAnswer<typeof action>()}
    />
  );
}
