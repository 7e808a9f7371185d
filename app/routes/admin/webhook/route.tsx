import {
  data,
  Form,
  href,
  Outlet,
  type ShouldRevalidateFunctionArgs,
  useActionData,
} from "react-router";
import { redirect } from "#app/redirects.ts";
import { actorOf, requireTeam } from "#app/session.server.ts";
import { servicesContext } from "#app/context.ts";
import { readForm } from "#app/form.server.ts";
import { useStickyActionData, useLive } from "#app/live.ts";
import { withNotice } from "#app/notices.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { type KeyValue, KeyValueList } from "#app/ui/key-value-list.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { Time } from "#app/ui/time.tsx";
import { durationText, minutesSince } from "#lib/duration.ts";
import { textOf, versionOf } from "#lib/form.ts";
import { countDeliveries, listDeliveries } from "#shop/webhooks/deliveries.server.ts";
import {
  deleteEndpoint,
  type EndpointChangeError,
  rollSecret,
  sendTestEvent,
  updateEndpoint,
} from "#shop/webhooks/endpoint-changes.server.ts";
import { findEndpoint } from "#shop/webhooks/endpoints.server.ts";
import { type Endpoint, isFailing, parseEndpointForm } from "#shop/webhooks/webhook.ts";
import type { Route } from "./+types/route";
import { adminTitle } from "#app/root-data.ts";
import {
  EndpointForm,
  SecretCard,
  targetErrors,
  typedEndpoint,
  type WebhookActionData,
} from "../webhooks/endpoint-form.tsx";
import { EndpointStateText, eventLabels } from "../webhooks/webhook-labels.tsx";
import { parseEndpointId, parseDeliveryQuery, webhookPath } from "../webhooks/webhook-paths.ts";
import { DeliveryTable } from "./delivery-table.tsx";
import { WebhookDialog } from "./webhook-dialog.tsx";
import "../webhooks/webhooks.css";

const PER_PAGE = 50;

const dialogs = ["edit", "delete", "roll"] as const;

export const meta: Route.MetaFunction = ({ matches }) => adminTitle("Webhook", matches);

export async function loader(args: Route.LoaderArgs) {
  requireTeam(args);
  const { db } = args.context.get(servicesContext);
  const endpoint = await findEndpoint(db, parseEndpointId(args.params.id));
  if (!endpoint) throw data(null, { status: 404 });
  const { searchParams } = args.url;
  const query = parseDeliveryQuery(searchParams);
  return {
    endpoint,
    query,
    page: await listDeliveries(db, endpoint.id, { ...query, perPage: PER_PAGE }),
    counts: await countDeliveries(db, endpoint.id),
    dialog: dialogs.find((question) => searchParams.has(question)) ?? null,
    now: new Date(),
  };
}

/** Revalidates after a conflict (409) as well, to show what has changed in the meantime. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs) {
  return args.defaultShouldRevalidate || args.actionStatus === 409;
}

export async function action(args: Route.ActionArgs) {
  requireTeam(args);
  const { db, webhookTargets } = args.context.get(servicesContext);
  const form = await readForm(args.request);
  const which = {
    id: parseEndpointId(args.params.id),
    version: versionOf(form),
    actor: actorOf(args.context),
    now: new Date(),
  };
  const here = webhookPath(which.id);

  switch (textOf(form, "intent")) {
    case "update": {
      const typed = typedEndpoint(form);
      const read = parseEndpointForm(form);
      if (!read.ok) return data<WebhookActionData>({ typed, errors: read.error }, { status: 400 });
      const change = { ...which, values: read.value, policy: webhookTargets };
      const saved = await updateEndpoint(db, change);
      if (saved.ok) return redirect(withNotice(here, "webhook-updated"));
      const { error } = saved;
      if (error === "forbidden" || error === "not-found" || error === "stale")
        return errorResponse(error, typed);
      const errors = { url: targetErrors[error] };
      return data<WebhookActionData>({ typed, errors }, { status: 400 });
    }
    case "roll": {
      const rolled = await rollSecret(db, which);
      if (!rolled.ok) return errorResponse(rolled.error);
      return data<WebhookActionData>({ secret: { id: which.id, secret: rolled.value } });
    }
    case "test": {
      const tested = await sendTestEvent(db, which);
      return tested.ok ? redirect(withNotice(here, "webhook-tested")) : errorResponse(tested.error);
    }
    case "delete": {
      const deleted = await deleteEndpoint(db, which);
      if (!deleted.ok) return errorResponse(deleted.error);
      return redirect(withNotice(href("/admin/webhooks"), "webhook-deleted"));
    }
    default:
      throw data(null, { status: 400 });
  }
}

const STALE = "Someone changed this webhook in the meantime. Here is the current state.";
const STALE_TYPED =
  "Someone changed this webhook in the meantime. What you typed is still in the fields: saving replaces their version.";

function errorResponse(error: EndpointChangeError | "off", typed?: WebhookActionData["typed"]) {
  if (error === "forbidden") throw redirect("/");
  if (error === "not-found") throw data(null, { status: 404 });
  const message =
    error === "off"
      ? "This webhook is switched off: nothing is sent to it."
      : typed
        ? STALE_TYPED
        : STALE;
  return data<WebhookActionData>({ typed, message }, { status: 409 });
}

/** One endpoint with its deliveries. */
export default function WebhookPage({ loaderData, params }: Route.ComponentProps) {
  useLive("admin");
  const { endpoint, dialog, now } = loaderData;
  const actionData = useStickyActionData(useActionData<WebhookActionData>());
  const here = webhookPath(endpoint.id);
  return (
    <>
      <PageHead
        title="Webhook"
        actions={
          <>
            <ButtonLink to={href("/admin/webhooks")}>All webhooks</ButtonLink>
            {endpoint.enabled && <TestButton endpoint={endpoint} />}
          </>
        }
      >
        <EndpointStateText endpoint={endpoint} />
      </PageHead>
      {actionData?.message && (
        <Notice tone="pending" role="alert" className="webhook-notice">
          {actionData.message}
        </Notice>
      )}
      {isFailing(endpoint) && <Failing endpoint={endpoint} now={now} />}
      {actionData?.secret && <SecretCard secret={actionData.secret.secret} />}
      {(dialog === "delete" || dialog === "roll") && (
        <WebhookDialog endpoint={endpoint} dialog={dialog} />
      )}
      {dialog === "edit" ? (
        <EndpointForm
          endpoint={endpoint}
          rejected={actionData?.message !== undefined}
          typed={actionData?.typed}
          errors={actionData?.errors}
          action={webhookPath(endpoint.id, undefined, "edit")}
          cancelTo={here}
        />
      ) : (
        <Card
          title="Endpoint"
          action={<Actions endpoint={endpoint} />}
          line
          pad
          className="webhook"
        >
          <KeyValueList rows={rowsOf(endpoint)} />
        </Card>
      )}
      <DeliveryTable {...loaderData} openId={params.deliveryId ?? null} />
      <Outlet />
    </>
  );
}

function rowsOf({ url, events, createdAt }: Endpoint): KeyValue[] {
  return [
    { label: "URL", value: url, mono: true },
    { label: "Events", value: events.map((event) => eventLabels[event]).join(", ") },
    { label: "Added", value: <Time value={createdAt} /> },
  ];
}

function Failing({ endpoint, now }: { endpoint: Endpoint; now: Date }) {
  const { failures, failingSince } = endpoint;
  return (
    <Notice tone="rejected" className="webhook-notice">
      The last {failures} attempts have failed
      {failingSince && `, the first of them ${durationText(minutesSince(failingSince, now))} ago`}.
      Each delivery is tried for a day.
    </Notice>
  );
}

function Actions({ endpoint }: { endpoint: Endpoint }) {
  const to = (dialog: "edit" | "delete" | "roll") => webhookPath(endpoint.id, undefined, dialog);
  return (
    <div className="row">
      <ButtonLink to={to("delete")} size="sm" variant="danger-quiet" preventScrollReset>
        Delete
      </ButtonLink>
      <ButtonLink to={to("roll")} size="sm" preventScrollReset>
        Roll secret
      </ButtonLink>
      <ButtonLink to={to("edit")} size="sm" preventScrollReset>
        <Icon name="edit" size="sm" />
        Edit
      </ButtonLink>
    </div>
  );
}

function TestButton({ endpoint: { id, version } }: { endpoint: Endpoint }) {
  return (
    <Form method="post" action={webhookPath(id)} preventScrollReset>
      <input type="hidden" name="intent" value="test" />
      <input type="hidden" name="version" value={version} />
      <SubmitButton intent="test">Send a test</SubmitButton>
    </Form>
  );
}
