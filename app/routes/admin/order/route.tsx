import { data, type ShouldRevalidateFunctionArgs } from "react-router";
import { z } from "zod";
import { redirect } from "#app/redirects.ts";
import { actorOf, requireTeam, safeNext } from "#app/session.server.ts";
import { servicesContext } from "#app/context.ts";
import { settingsOf } from "#app/shop-cache.server.ts";
import { readForm } from "#app/form.server.ts";
import { useStickyActionData } from "#app/live.ts";
import { type NoticeName, withNotice } from "#app/notices.ts";
import { countryName } from "#lib/countries.ts";
import { localDate } from "#lib/days.ts";
import { parseForm } from "#lib/form.ts";
import {
  type Change,
  type OrderChangeError,
  deleteOrder,
  setOrderNote,
  setOrderStatus,
} from "#shop/orders/order-changes.server.ts";
import { readMessage } from "#shop/orders/message.ts";
import { stopAwaiting, writeAsAdministrator } from "#shop/orders/messages.server.ts";
import { useBeyondLimit } from "#shop/payments/coupon-uses.server.ts";
import { openAsAdministrator } from "#shop/orders/conversation.server.ts";
import { normalizeOrderId, orderStatuses } from "#shop/orders/order.ts";
import { findOrder, orderHistory } from "#shop/orders/orders.server.ts";
import { fillTemplate, splitAnswers } from "#shop/settings/message-template.ts";
import { openPagesOf } from "#shop/methods/hosted-pages.server.ts";
import { mailsOfOrder } from "#shop/mail/mail-list.server.ts";
import { paymentDetails } from "#shop/payments/payment-details.server.ts";
import { adminTitle } from "#app/root-data.ts";
import { readLeases } from "#shop/delivery/leases.server.ts";
import { readAdapterStates } from "#shop/delivery/adapter-states.server.ts";
import { listPath, orderPath, parseListQuery, useOrdersData } from "../orders/order-query.ts";
import { noteField, noteProblem, reasonField } from "../shared/order-fields.ts";
import { readShownCode, sendNewCode } from "./send-new-code.server.ts";
import type { Route } from "./+types/route";
import { OrderDrawer } from "./order-drawer.tsx";
import { missingCents, type OrderActionData } from "./panel-order.ts";
import { acceptInFull, recordBitcoinForOrder, recordForOrder } from "./record-payment.server.ts";

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
      readShownCode(db, order, account),
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

const version = z.coerce.number().int();
const formSchema = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("status"),
    version,
    status: z.enum(orderStatuses),
    reason: reasonField,
    next: z.string().default(""),
    /** What becomes of the rest of an underpaid order that is set to Processing. */
    payment: z.enum(["accept", "wait"]).default("wait"),
    receivedSats: z.coerce.number().int().default(0),
  }),
  z.object({ intent: z.literal("note"), version, note: noteField }),
  z.object({ intent: z.literal("gift-code"), version, email: z.string() }),
  z.object({ intent: z.literal("message"), text: z.string() }),
  z.object({ intent: z.literal("message-done") }),
  z.object({ intent: z.literal("delete"), version }),
]);

export async function action(args: Route.ActionArgs) {
  requireTeam(args);
  const services = args.context.get(servicesContext);
  const { db, policy } = services;
  const posted = await readForm(args.request);
  const orderId = normalizeOrderId(args.params.orderId);
  const query = parseListQuery(args.url.searchParams);
  const done = (notice: NoticeName) => redirect(withNotice(orderPath(orderId, query), notice));
  const recording = { orderId, actor: actorOf(args.context), policy, now: new Date() };
  if (posted.get("intent") === "record-bitcoin") {
    const recorded = await recordBitcoinForOrder(services, posted, recording);
    if (recorded.ok) return done("payment-recorded");
    if (typeof recorded.error === "object")
      return data<OrderActionData>({ bitcoin: recorded.error }, { status: 400 });
    return errorResponse(recorded.error === "no-order" ? "not-found" : recorded.error, {});
  }
  if (posted.get("intent") === "record") {
    const recorded = await recordForOrder(db, posted, recording);
    if (recorded.ok) return done("payment-recorded");
    if (typeof recorded.error === "object")
      return data<OrderActionData>({ record: recorded.error }, { status: 400 });
    return errorResponse(recorded.error === "forbidden" ? "forbidden" : "not-found", {});
  }
  const form = parseForm(formSchema, posted);
  if (!form.ok) throw data(null, { status: 400 });
  const by = { orderId, actor: actorOf(args.context), now: new Date() };
  if (form.value.intent === "message") {
    const { text: typed } = form.value;
    const read = readMessage(typed);
    if (!read.ok)
      return data<OrderActionData>({ message: { typed, error: read.error } }, { status: 400 });
    const sent = await writeAsAdministrator(db, { ...by, text: read.value });
    return sent.ok ? done("message-sent") : errorResponse(sent.error, {});
  }
  if (form.value.intent === "message-done") {
    const stopped = await stopAwaiting(db, by);
    return stopped.ok ? done("message-done") : errorResponse(stopped.error, {});
  }
  const change: Change = { ...by, version: form.value.version };

  switch (form.value.intent) {
    case "status": {
      const { status, reason, payment, receivedSats } = form.value;
      if (status === "processing" && payment === "accept") {
        const accepted = await acceptInFull(db, { ...change, receivedSats, policy });
        if (!accepted.ok) return errorResponse(accepted.error, {});
        // Accepting is a change of its own.
        change.version = null;
      }
      const why = status === "rejected" && reason ? { reason } : {};
      const result = await setOrderStatus(db, { ...change, status, ...why });
      // Accepting a confirmed payment sets it to Processing.
      if (!result.ok && result.error === "unchanged" && payment === "accept")
        return done("order-updated");
      const { status: shown } = query.filter;
      // The order has left the list: the panel goes on to the next one.
      if (result.ok && form.value.next && shown && shown !== status)
        return redirect(withNotice(safeNext(form.value.next), "order-updated"));
      if (result.ok) return done("order-updated");
      return result.error === "unchanged"
        ? done(`already-${status}`)
        : errorResponse(result.error, {});
    }
    case "note": {
      const { note } = form.value;
      const error = noteProblem(note);
      if (error) return data<OrderActionData>({ note, error }, { status: 400 });
      const result = await setOrderNote(db, { ...change, note });
      return result.ok || result.error === "unchanged"
        ? done("note-saved")
        : errorResponse(result.error, { note });
    }
    case "gift-code": {
      const sent = await sendNewCode(db, { ...change, typed: form.value.email });
      if (sent.ok) return done("gift-code-sent");
      if (typeof sent.error === "object")
        return data<OrderActionData>({ giftCode: sent.error }, { status: 400 });
      return errorResponse(sent.error, {});
    }
    case "delete": {
      const result = await deleteOrder(db, change);
      if (result.ok) return redirect(withNotice(listPath(query), "order-deleted"));
      return errorResponse(result.error, {});
    }
  }
}

function errorResponse(error: OrderChangeError, typed: OrderActionData) {
  switch (error) {
    case "forbidden":
      throw redirect("/");
    case "stale":
      return data<OrderActionData>({ ...typed, stale: true }, { status: 409 });
    case "not-found":
    case "unchanged":
      // The panel shows the current state of the order.
      return data<OrderActionData>(typed, { status: 409 });
  }
}

/** Revalidates after a conflict (409) as well, since the panel was out of date. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs): boolean {
  return args.defaultShouldRevalidate || args.actionStatus === 409;
}

/** The panel beside the list. */
export default function OrderPage({ loaderData, actionData }: Route.ComponentProps) {
  // The list that the panel opens beside.
  const list = useOrdersData();
  const sticky = useStickyActionData(actionData);
  if (!list) return null;
  return <OrderDrawer {...loaderData} query={list.query} page={list.page} actionData={sticky} />;
}
