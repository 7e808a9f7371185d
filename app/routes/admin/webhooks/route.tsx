import { href } from "react-router";
import { servicesContext } from "#app/context.ts";
import { useLive } from "#app/live.ts";
import { act, atField, officeAction } from "#app/office/acts.server.ts";
import { useAnswer } from "#app/office/answer.ts";
import { AnswerNotice } from "#app/office/answer-notice.tsx";
import { EditForm } from "#app/office/edit-form.tsx";
import { adminTitle } from "#app/root-data.ts";
import { requireTeam } from "#app/session.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { type Column, RowLink, Table, TwoLines } from "#app/ui/table.tsx";
import { Time } from "#app/ui/time.tsx";
import { createEndpoint } from "#shop/webhooks/endpoint-changes.server.ts";
import { listEndpoints } from "#shop/webhooks/endpoints.server.ts";
import {
  endpointFields,
  ENDPOINTS_MAX,
  eventLabels,
  type ListedEndpoint,
  webhookEvents,
} from "#shop/webhooks/webhook.ts";
import type { Route } from "./+types/route";
import { SecretCard, targetErrors } from "./secret-card.tsx";
import { deliveryStateLabels, EndpointStateText } from "./webhook-labels.tsx";
import { webhookPath } from "./webhook-paths.ts";
import "./webhooks.css";

export const meta: Route.MetaFunction = ({ matches }) => adminTitle("Webhooks", matches);

export async function loader(args: Route.LoaderArgs) {
  requireTeam(args);
  const { db } = args.context.get(servicesContext);
  return { endpoints: await listEndpoints(db), adding: args.url.searchParams.has("new") };
}

export const action = officeAction<string>({
  create: act({
    fields: endpointFields,
    run: ({ services: { db, webhookTargets: policy }, who }, values) =>
      createEndpoint(db, { ...who, values, policy }),
    done: ({ secret }) => ({ shown: secret }),
    refused: {
      ...atField("url", targetErrors),
      "too-many": `There are already ${ENDPOINTS_MAX} webhooks, which is the maximum.`,
    },
  }),
});

/** Lists the webhook endpoints. */
export default function WebhooksPage({ loaderData }: Route.ComponentProps) {
  useLive("admin");
  const { endpoints, adding } = loaderData;
  const answer = useAnswer<typeof action>();
  const secret = answer?.shown;
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
      <AnswerNotice answer={answer} />
      {secret && <SecretCard secret={secret} />}
      {adding && !secret && (
        <EditForm
          title="New webhook"
          intent="create"
          fields={endpointFields}
          answer={answer}
          submit="Add webhook"
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
