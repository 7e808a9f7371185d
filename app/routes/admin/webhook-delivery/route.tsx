import { data, redirect, useActionData, useNavigate } from "react-router";
import { actorOf } from "#app/actor.server.ts";
import { servicesContext } from "#app/context.ts";
import { readForm } from "#app/form.server.ts";
import { useKeptAnswer } from "#app/kept-answer.ts";
import { withNotice } from "#app/notices.ts";
import { requireAdmin } from "#app/session.server.ts";
import { textOf } from "#lib/form.ts";
import { isUuid } from "#lib/uuid.ts";
import { deliverAgain, findDelivery } from "#shop/webhooks/deliveries.server.ts";
import type { Route } from "./+types/route";
import { adminTitle } from "../shared/admin-title.ts";
import { DeliveryDrawer } from "./delivery-drawer.tsx";
import {
  deliveryPath,
  endpointIdIn,
  parseDeliveryQuery,
  webhookPath,
} from "../webhooks/webhook-paths.ts";

export const meta: Route.MetaFunction = ({ matches }) => adminTitle("Delivery", matches);

export async function loader(args: Route.LoaderArgs) {
  requireAdmin(args);
  const { db } = args.context.get(servicesContext);
  const which = whichIn(args.params);
  const delivery = which && (await findDelivery(db, which));
  if (!delivery) throw data(null, { status: 404 });
  const query = parseDeliveryQuery(args.url.searchParams);
  return {
    delivery,
    listPath: webhookPath(which.endpointId, query),
    here: deliveryPath(which.endpointId, which.id, query),
  };
}

const refusals = {
  waiting: "This is being delivered already.",
  off: "This webhook is switched off: nothing is sent to it.",
} as const;

export async function action(args: Route.ActionArgs) {
  requireAdmin(args);
  const { db } = args.context.get(servicesContext);
  const form = await readForm(args.request);
  if (textOf(form, "intent") !== "again") throw data(null, { status: 400 });
  const which = whichIn(args.params);
  if (!which) throw data(null, { status: 404 });
  const change = { ...which, actor: actorOf(args.context), now: new Date() };
  const done = await deliverAgain(db, change);
  const query = parseDeliveryQuery(args.url.searchParams);
  if (done.ok)
    return redirect(withNotice(deliveryPath(which.endpointId, which.id, query), "webhook-again"));
  if (done.error === "forbidden") throw redirect("/");
  if (done.error === "not-found") throw data(null, { status: 404 });
  return data({ message: refusals[done.error] }, { status: 409 });
}

function whichIn(params: Route.LoaderArgs["params"]) {
  const { id, deliveryId } = params;
  return isUuid(deliveryId) ? { endpointId: endpointIdIn(id), id: deliveryId } : null;
}

export default function WebhookDeliveryPage({ loaderData }: Route.ComponentProps) {
  const navigate = useNavigate();
  const answer = useKeptAnswer(useActionData<{ message: string }>());
  return (
    <DeliveryDrawer
      {...loaderData}
      message={answer?.message ?? null}
      onClose={() => void navigate(loaderData.listPath, { preventScrollReset: true })}
    />
  );
}
