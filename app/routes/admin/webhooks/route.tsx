import { data, redirect, useActionData } from "react-router";
import { actorOf } from "#app/actor.server.ts";
import { servicesContext } from "#app/context.ts";
import { readForm } from "#app/form.server.ts";
import { useKeptAnswer } from "#app/kept-answer.ts";
import { useLive } from "#app/live.ts";
import { requireAdmin } from "#app/session.server.ts";
import { textOf } from "#lib/form.ts";
import { createEndpoint } from "#shop/webhooks/endpoint-changes.server.ts";
import { listEndpoints } from "#shop/webhooks/endpoints.server.ts";
import { ENDPOINTS_MAX, readEndpoint } from "#shop/webhooks/webhook.ts";
import type { Route } from "./+types/route";
import { adminTitle } from "../shared/admin-title.ts";
import { targetRefusals, typedIn, type WebhookAnswer } from "./webhook-answer.ts";
import { WebhooksView } from "./webhooks-view.tsx";

export const meta: Route.MetaFunction = ({ matches }) => adminTitle("Webhooks", matches);

export async function loader(args: Route.LoaderArgs) {
  requireAdmin(args);
  const { db } = args.context.get(servicesContext);
  return { endpoints: await listEndpoints(db), adding: args.url.searchParams.has("new") };
}

export async function action(args: Route.ActionArgs) {
  requireAdmin(args);
  const { db, webhookTargets } = args.context.get(servicesContext);
  const form = await readForm(args.request);
  if (textOf(form, "intent") !== "create") throw data(null, { status: 400 });
  const typed = typedIn(form);
  const read = readEndpoint(form);
  if (!read.ok) return data<WebhookAnswer>({ typed, errors: read.error }, { status: 400 });
  const created = await createEndpoint(db, {
    values: read.value,
    policy: webhookTargets,
    actor: actorOf(args.context),
    now: new Date(),
  });
  if (created.ok) return data<WebhookAnswer>({ secret: created.value });
  switch (created.error) {
    case "forbidden":
      throw redirect("/");
    case "too-many":
      return data<WebhookAnswer>(
        {
          typed,
          message: `There are ${ENDPOINTS_MAX} webhooks already, which is as many as can be.`,
        },
        { status: 409 },
      );
    default:
      return data<WebhookAnswer>(
        { typed, errors: { url: targetRefusals[created.error] } },
        { status: 400 },
      );
  }
}

export default function WebhooksPage({ loaderData }: Route.ComponentProps) {
  useLive("admin");
  const answer = useKeptAnswer(useActionData<WebhookAnswer>());
  return <WebhooksView {...loaderData} answer={answer} />;
}
