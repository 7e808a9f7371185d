import { data, Outlet, redirect, type ShouldRevalidateFunctionArgs, useParams } from "react-router";
import { z } from "zod";
import { actorOf } from "#app/actor.server.ts";
import { servicesContext } from "#app/context.ts";
import { readForm } from "#app/form.server.ts";
import { useKeptAnswer } from "#app/kept-answer.ts";
import { useLive } from "#app/live.ts";
import { requireAdmin } from "#app/session.server.ts";
import { isOrderId, orderStatuses } from "#shop/orders/order.ts";
import { setStatusOfMany } from "#shop/orders/order-changes.server.ts";
import type { Route } from "./+types/route";
import { adminTitle } from "../shared/admin-title.ts";
import { parseListQuery } from "./list-query.ts";
import { OrdersView } from "./orders-view.tsx";

const PER_PAGE = 25;

export const meta: Route.MetaFunction = ({ matches }) => adminTitle("Orders", matches);

export async function loader(args: Route.LoaderArgs) {
  requireAdmin(args);
  const { office } = args.context.get(servicesContext);
  const query = parseListQuery(args.url.searchParams);
  const page = await office.orders({ ...query, perPage: PER_PAGE }, args.request.signal);
  return { query, page, deletingId: args.url.searchParams.get("delete") };
}

const bulkSchema = z.object({
  intent: z.literal("bulk-status"),
  ids: z.array(z.string().refine(isOrderId)).max(PER_PAGE),
  status: z.enum(orderStatuses),
});

/** Sets the status of the ticked orders. */
export async function action(args: Route.ActionArgs) {
  requireAdmin(args);
  const { db } = args.context.get(servicesContext);
  const form = await readForm(args.request);
  const asked = bulkSchema.safeParse({ ...Object.fromEntries(form), ids: form.getAll("ids") });
  if (!asked.success) throw data(null, { status: 400 });
  const { ids, status } = asked.data;
  const actor = actorOf(args.context);
  const result = await setStatusOfMany(db, { orderIds: ids, status, actor, now: new Date() });
  if (!result.ok) throw redirect("/");
  return { status, ...result.value };
}

/** After a refusal, too: it may have come because the page was behind. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs): boolean {
  return args.defaultShouldRevalidate || args.actionStatus === 409;
}

export default function OrdersPage({ loaderData, actionData }: Route.ComponentProps) {
  useLive("admin");
  const { orderId } = useParams();
  return (
    <>
      <OrdersView
        {...loaderData}
        openId={orderId ?? null}
        done={useKeptAnswer(actionData) ?? null}
      />
      <Outlet />
    </>
  );
}
