import { data, href, Outlet } from "react-router";
import { servicesContext } from "#app/context.ts";
import { useLive } from "#app/live.ts";
import { ActButton } from "#app/office/act-button.tsx";
import { act, atField, type Given, leadTo, officeAction } from "#app/office/acts.server.ts";
import { useAnswer } from "#app/office/answer.ts";
import { AnswerNotice } from "#app/office/answer-notice.tsx";
import { ConfirmAct } from "#app/office/confirm-act.tsx";
import { EditForm } from "#app/office/edit-form.tsx";
import { adminTitle } from "#app/root-data.ts";
import { requireTeam } from "#app/session.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { type KeyValue, KeyValueList } from "#app/ui/key-value-list.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { Time } from "#app/ui/time.tsx";
import { durationText, minutesSince } from "#lib/duration.ts";
import { idOf } from "#lib/form.ts";
import { countDeliveries, listDeliveries } from "#shop/webhooks/deliveries.server.ts";
import {
  deleteEndpoint,
  rollSecret,
  sendTestEvent,
  updateEndpoint,
} from "#shop/webhooks/endpoint-changes.server.ts";
import { findEndpoint } from "#shop/webhooks/endpoints.server.ts";
import { type Endpoint, endpointFields, eventLabels, isFailing } from "#shop/webhooks/webhook.ts";
import type { Route } from "./+types/route";
import { SecretCard, targetErrors } from "../webhooks/secret-card.tsx";
import { EndpointStateText } from "../webhooks/webhook-labels.tsx";
import { deliveryList, webhookPath } from "../webhooks/webhook-paths.ts";
import { DeliveryTable } from "./delivery-table.tsx";
import "../webhooks/webhooks.css";

const PER_PAGE = 50;

export const meta: Route.MetaFunction = ({ matches }) => adminTitle("Webhook", matches);

export async function loader(args: Route.LoaderArgs) {
  requireTeam(args);
  const { db } = args.context.get(servicesContext);
  const endpoint = await findEndpoint(db, idOf(args.params.id));
  if (!endpoint) throw data(null, { status: 404 });
  const { searchParams } = args.url;
  const query = deliveryList(endpoint.id).parse(searchParams);
  return {
    endpoint,
    query,
    page: await listDeliveries(db, endpoint.id, { ...query, perPage: PER_PAGE }),
    counts: await countDeliveries(db, endpoint.id),
    editing: searchParams.has("edit"),
    now: new Date(),
  };
}

export const action = officeAction<string>(
  {
    update: act({
      fields: endpointFields,
      run: (given, values) =>
        updateEndpoint(given.services.db, {
          ...endpointIn(given),
          values,
          policy: given.services.webhookTargets,
        }),
      done: (_, given) => leadTo(webhookPath(endpointIn(given).id), "webhook-updated"),
      refused: atField("url", targetErrors),
    }),
    roll: act({
      run: (given) => rollSecret(given.services.db, endpointIn(given)),
      done: (secret) => ({ shown: secret }),
      refused: {},
    }),
    test: act({
      run: (given) => sendTestEvent(given.services.db, endpointIn(given)),
      done: (_, given) => leadTo(webhookPath(endpointIn(given).id), "webhook-tested"),
      refused: { off: "This webhook is switched off: nothing is sent to it." },
    }),
    delete: act({
      run: (given) => deleteEndpoint(given.services.db, endpointIn(given)),
      done: () => leadTo(href("/admin/webhooks"), "webhook-deleted"),
      refused: {},
    }),
  },
  "this webhook",
);

function endpointIn({ param, version, who }: Given) {
  return { id: idOf(param("id")), version, ...who };
}

/** One endpoint with its deliveries. */
export default function WebhookPage({ loaderData, params }: Route.ComponentProps) {
  useLive("admin");
  const { endpoint, editing, now } = loaderData;
  const answer = useAnswer<typeof action>();
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
      <AnswerNotice answer={answer} />
      {isFailing(endpoint) && <Failing endpoint={endpoint} now={now} />}
      {answer?.shown && <SecretCard secret={answer.shown} />}
      {editing ? (
        <EditForm
          title="Edit webhook"
          intent="update"
          fields={endpointFields}
          stored={endpoint}
          answer={answer}
          submit="Save webhook"
          action={`${here}?edit=1`}
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

function Actions({ endpoint: { id, version } }: { endpoint: Endpoint }) {
  const asked = {
    size: "sm",
    action: webhookPath(id),
    values: { version: String(version) },
  } as const;
  return (
    <div className="row">
      <ConfirmAct
        {...asked}
        intent="delete"
        title="Delete this webhook?"
        question="Nothing more is sent to it, including waiting deliveries. The list of deliveries is deleted, too."
        confirm="Delete webhook"
        decline="Keep webhook"
      >
        Delete
      </ConfirmAct>
      <ConfirmAct
        {...asked}
        variant="secondary"
        intent="roll"
        title="Roll the secret?"
        question="The next message is signed with a new secret. Messages the receiver rejects until it knows the new secret are retried."
        confirm="Roll secret"
        decline="Keep secret"
      >
        Roll secret
      </ConfirmAct>
      <ButtonLink to={`${webhookPath(id)}?edit=1`} size="sm" preventScrollReset>
        <Icon name="edit" size="sm" />
        Edit
      </ButtonLink>
    </div>
  );
}

function TestButton({ endpoint: { id, version } }: { endpoint: Endpoint }) {
  return (
    <ActButton action={webhookPath(id)} intent="test" values={{ version: String(version) }}>
      Send a test
    </ActButton>
  );
}
