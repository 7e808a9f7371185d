import {
  data,
  href,
  Outlet,
  redirect,
  type ShouldRevalidateFunctionArgs,
  useActionData,
  useParams,
} from "react-router";
import { actorOf } from "#app/actor.server.ts";
import { servicesContext } from "#app/context.ts";
import { readForm } from "#app/form.server.ts";
import { useKeptAnswer } from "#app/kept-answer.ts";
import { useLive } from "#app/live.ts";
import { withNotice } from "#app/notices.ts";
import { requireAdmin } from "#app/session.server.ts";
import { textOf, versionOf } from "#lib/form.ts";
import { countDeliveries, listDeliveries } from "#shop/webhooks/deliveries.server.ts";
import {
  deleteEndpoint,
  type EndpointRefusal,
  rollSecret,
  sendTestEvent,
  updateEndpoint,
} from "#shop/webhooks/endpoint-changes.server.ts";
import { findEndpoint } from "#shop/webhooks/endpoints.server.ts";
import { readEndpoint } from "#shop/webhooks/webhook.ts";
import type { Route } from "./+types/route";
import { adminTitle } from "../shared/admin-title.ts";
import { targetRefusals, typedIn, type WebhookAnswer } from "../webhooks/webhook-answer.ts";
import { endpointIdIn, parseDeliveryQuery, webhookPath } from "../webhooks/webhook-paths.ts";
import { WebhookView } from "./webhook-view.tsx";

const PER_PAGE = 50;

const questions = ["edit", "delete", "roll"] as const;

export const meta: Route.MetaFunction = ({ matches }) => adminTitle("Webhook", matches);

export async function loader(args: Route.LoaderArgs) {
  requireAdmin(args);
  const { db } = args.context.get(servicesContext);
  const endpoint = await findEndpoint(db, endpointIdIn(args.params.id));
  if (!endpoint) throw data(null, { status: 404 });
  const { searchParams } = args.url;
  const query = parseDeliveryQuery(searchParams);
  return {
    endpoint,
    query,
    page: await listDeliveries(db, endpoint.id, { ...query, perPage: PER_PAGE }),
    counts: await countDeliveries(db, endpoint.id),
    asking: questions.find((question) => searchParams.has(question)) ?? null,
    now: new Date(),
  };
}

/** Also after a refusal: what was changed meanwhile is what has to be seen now. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs) {
  return args.defaultShouldRevalidate || args.actionStatus === 409;
}

export async function action(args: Route.ActionArgs) {
  requireAdmin(args);
  const { db, webhookTargets } = args.context.get(servicesContext);
  const form = await readForm(args.request);
  const which = {
    id: endpointIdIn(args.params.id),
    version: versionOf(form),
    actor: actorOf(args.context),
    now: new Date(),
  };
  const here = webhookPath(which.id);

  switch (textOf(form, "intent")) {
    case "update": {
      const typed = typedIn(form);
      const read = readEndpoint(form);
      if (!read.ok) return data<WebhookAnswer>({ typed, errors: read.error }, { status: 400 });
      const change = { ...which, values: read.value, policy: webhookTargets };
      const saved = await updateEndpoint(db, change);
      if (saved.ok) return redirect(withNotice(here, "webhook-updated"));
      const { error } = saved;
      if (error === "forbidden" || error === "not-found" || error === "stale")
        return refuse(error, typed);
      const errors = { url: targetRefusals[error] };
      return data<WebhookAnswer>({ typed, errors }, { status: 400 });
    }
    case "roll": {
      const rolled = await rollSecret(db, which);
      if (!rolled.ok) return refuse(rolled.error);
      return data<WebhookAnswer>({ secret: { id: which.id, secret: rolled.value } });
    }
    case "test": {
      const tested = await sendTestEvent(db, which);
      return tested.ok ? redirect(withNotice(here, "webhook-tested")) : refuse(tested.error);
    }
    case "delete": {
      const deleted = await deleteEndpoint(db, which);
      if (!deleted.ok) return refuse(deleted.error);
      return redirect(withNotice(href("/admin/webhooks"), "webhook-deleted"));
    }
    default:
      throw data(null, { status: 400 });
  }
}

const STALE = "Somebody changed this webhook meanwhile. This is how it is now.";
const STALE_TYPED =
  "Somebody changed this webhook meanwhile. What you typed is still in the fields: saving puts it in the place of theirs.";

function refuse(refusal: EndpointRefusal | "off", typed?: WebhookAnswer["typed"]) {
  if (refusal === "forbidden") throw redirect("/");
  if (refusal === "not-found") throw data(null, { status: 404 });
  const message =
    refusal === "off"
      ? "This webhook is switched off: nothing is sent to it."
      : typed
        ? STALE_TYPED
        : STALE;
  return data<WebhookAnswer>({ typed, message }, { status: 409 });
}

export default function WebhookPage({ loaderData }: Route.ComponentProps) {
  useLive("admin");
  const answer = useKeptAnswer(useActionData<WebhookAnswer>());
  const { deliveryId } = useParams();
  return (
    <>
      <WebhookView {...loaderData} answer={answer} openId={deliveryId ?? null} />
      <Outlet />
    </>
  );
}
