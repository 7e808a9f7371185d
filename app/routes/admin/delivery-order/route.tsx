import { data } from "react-router";
import { z } from "zod";
import { servicesContext } from "#app/context.ts";
import { readForm } from "#app/form.server.ts";
import { useStickyActionData } from "#app/live.ts";
import { type NoticeName, withNotice } from "#app/notices.ts";
import { redirect } from "#app/redirects.ts";
import { adminTitle } from "#app/root-data.ts";
import { actorOf, requireTeam } from "#app/session.server.ts";
import { settingsOf } from "#app/shop-cache.server.ts";
import { parseForm } from "#lib/form.ts";
import { readCorrections } from "#shop/delivery/corrections.server.ts";
import { findDeliveryOrder } from "#shop/delivery/delivery-orders.server.ts";
import { openAsAdministrator } from "#shop/orders/conversation.server.ts";
import { readMessage } from "#shop/orders/message.ts";
import { stopAwaiting, writeAsAdministrator } from "#shop/orders/messages.server.ts";
import { setOrderNote } from "#shop/orders/order-changes.server.ts";
import { normalizeOrderId } from "#shop/orders/order.ts";
import { fillTemplate, splitAnswers } from "#shop/settings/message-template.ts";
import type { Route } from "./+types/route";
import { deliveryOrderList, deliveryOrderPath } from "../delivery-orders/delivery-order-list.ts";
import type { OrderActionData } from "../order/panel-order.ts";
import { noteField, noteProblem } from "../shared/order-fields.ts";
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

const formSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("note"), version: z.coerce.number().int(), note: noteField }),
  z.object({ intent: z.literal("message"), text: z.string() }),
  z.object({ intent: z.literal("message-done") }),
]);

/** Writes to the buyer, or changes the note. The status changes in the work list only. */
export async function action(args: Route.ActionArgs) {
  requireTeam(args);
  const { db } = args.context.get(servicesContext);
  const orderId = normalizeOrderId(args.params.orderId);
  const form = parseForm(formSchema, await readForm(args.request));
  if (!form.ok) throw data(null, { status: 400 });
  const by = { orderId, actor: actorOf(args.context), now: new Date() };
  const here = deliveryOrderPath(orderId, deliveryOrderList.parse(args.url.searchParams));
  const done = (notice: NoticeName) => redirect(withNotice(here, notice));
  const refused = (error: string, typed: OrderActionData = {}) => {
    if (error === "forbidden") throw data(null, { status: 403 });
    return data<OrderActionData>({ ...typed, stale: error === "stale" }, { status: 409 });
  };

  switch (form.value.intent) {
    case "message": {
      const { text: typed } = form.value;
      const read = readMessage(typed);
      if (!read.ok)
        return data<OrderActionData>({ message: { typed, error: read.error } }, { status: 400 });
      const sent = await writeAsAdministrator(db, { ...by, text: read.value });
      return sent.ok ? done("message-sent") : refused(sent.error);
    }
    case "message-done": {
      const stopped = await stopAwaiting(db, by);
      return stopped.ok ? done("message-done") : refused(stopped.error);
    }
    case "note": {
      const { note, version } = form.value;
      const error = noteProblem(note);
      if (error) return data<OrderActionData>({ note, error }, { status: 400 });
      const saved = await setOrderNote(db, { ...by, version, note });
      return saved.ok || saved.error === "unchanged"
        ? done("note-saved")
        : refused(saved.error, { note });
    }
  }
}

/** The panel beside the list. */
export default function DeliveryOrderPage({ loaderData, actionData }: Route.ComponentProps) {
  const { orderId, query } = loaderData;
  const list = deliveryOrderList.to(query);
  return (
    <DeliveryDrawer
      {...loaderData}
      closeTo={list}
      action={deliveryOrderPath(orderId, query)}
      actionData={useStickyActionData(actionData)}
    />
  );
}
