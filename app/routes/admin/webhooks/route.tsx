import { data, href, useActionData } from "react-router";
import { redirect } from "#app/redirects.ts";
import { actorOf, requireTeam } from "#app/session.server.ts";
import { servicesContext } from "#app/context.ts";
import { readForm } from "#app/form.server.ts";
import { useStickyActionData, useLive } from "#app/live.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { type Column, RowLink, Table, TwoLines } from "#app/ui/table.tsx";
import { Time } from "#app/ui/time.tsx";
import { textOf } from "#lib/form.ts";
import { createEndpoint } from "#shop/webhooks/endpoint-changes.server.ts";
import { listEndpoints } from "#shop/webhooks/endpoints.server.ts";
import {
  ENDPOINTS_MAX,
  type ListedEndpoint,
  parseEndpointForm,
  webhookEvents,
} from "#shop/webhooks/webhook.ts";
import type { Route } from "./+types/route";
import { adminTitle } from "#app/root-data.ts";
import {
  EndpointForm,
  SecretCard,
  targetErrors,
  typedEndpoint,
  type WebhookActionData,
} from "./endpoint-form.tsx";
import { deliveryStateLabels, EndpointStateText, eventLabels } from "./webhook-labels.tsx";
import { webhookPath } from "./webhook-paths.ts";
import "./webhooks.css";

export const meta: Route.MetaFunction = ({ matches }) => adminTitle("Webhooks", matches);

export async function loader(args: Route.LoaderArgs) {
  requireTeam(args);
  const { db } = args.context.get(servicesContext);
  return { endpoints: await listEndpoints(db), adding: args.url.searchParams.has("new") };
}

export async function action(args: Route.ActionArgs) {
  requireTeam(args);
  const { db, webhookTargets } = args.context.get(servicesContext);
  const form = await readForm(args.request);
  if (textOf(form, "intent") !== "create") throw data(null, { status: 400 });
  const typed = typedEndpoint(form);
  const read = parseEndpointForm(form);
  if (!read.ok) return data<WebhookActionData>({ typed, errors: read.error }, { status: 400 });
  const created = await createEndpoint(db, {
    values: read.value,
    policy: webhookTargets,
    actor: actorOf(args.context),
    now: new Date(),
  });
  if (created.ok) return data<WebhookActionData>({ secret: created.value });
  switch (created.error) {
    case "forbidden":
      throw redirect("/");
    case "too-many":
      return data<WebhookActionData>(
        {
          typed,
          message: `There are already ${ENDPOINTS_MAX} webhooks, which is the maximum.`,
        },
        { status: 409 },
      );
    default:
      return data<WebhookActionData>(
        { typed, errors: { url: targetErrors[created.error] } },
        { status: 400 },
      );
  }
}

/** Lists the webhook endpoints. */
export default function WebhooksPage({ loaderData }: Route.ComponentProps) {
  useLive("admin");
  const { endpoints, adding } = loaderData;
  const actionData = useStickyActionData(useActionData<WebhookActionData>());
  const list = href("/admin/webhooks");
  const add = `${list}?new=1`;
  return (
    <>
      <PageHead
        title="Webhooks"
        actions={
          <ButtonLink to={add} variant="primary" preventScrollReset>
            <Icon name="plus" />
            New webhook
          </ButtonLink>
        }
      >
        Notify your own programs of order events
      </PageHead>
      {actionData?.message && (
        <Notice tone="rejected" role="alert" className="webhook-notice">
          {actionData.message}
        </Notice>
      )}
      {actionData?.secret && <SecretCard secret={actionData.secret.secret} />}
      {adding && !actionData?.secret && (
        <EndpointForm
          endpoint={null}
          typed={actionData?.typed}
          errors={actionData?.errors}
          action={add}
          cancelTo={list}
        />
      )}
      <Card className="webhooks">
        {endpoints.length === 0 ? (
          <EmptyState
            title="No webhooks yet"
            action={
              !adding && (
                <ButtonLink to={add} preventScrollReset>
                  Add one
                </ButtonLink>
              )
            }
          >
            A program that is notified of a paid order can send the coins automatically.
          </EmptyState>
        ) : (
          <Table label="Webhooks" rows={endpoints} keyOf={({ id }) => id} columns={columns} />
        )}
      </Card>
    </>
  );
}

const columns: Column<ListedEndpoint>[] = [
  {
    head: "URL",
    phone: "top",
    cell: ({ id, url }) => <RowLink to={webhookPath(id)}>{url}</RowLink>,
  },
  {
    head: "State",
    phone: "top-end",
    cell: (endpoint) => <EndpointStateText endpoint={endpoint} />,
  },
  {
    head: "Events",
    wideOnly: true,
    muted: true,
    phone: "hidden",
    cell: ({ events }) =>
      events.length === webhookEvents.length
        ? "All events"
        : events.map((event) => eventLabels[event]).join(", "),
  },
  {
    head: "Last delivery",
    muted: ({ last }) => !last,
    phone: "bottom",
    cell: ({ last }) =>
      last ? (
        <TwoLines under={<Time value={last.at} />}>
          {deliveryStateLabels[last.state].label}
        </TwoLines>
      ) : (
        "Nothing yet"
      ),
  },
];
