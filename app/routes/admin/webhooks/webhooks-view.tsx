import { href } from "react-router";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { Cell, Column, Row, RowLink, Table, TableHead, TwoLines } from "#app/ui/table.tsx";
import { Time } from "#app/ui/time.tsx";
import { type ListedEndpoint, webhookEvents } from "#shop/webhooks/webhook.ts";
import { EndpointForm } from "./endpoint-form.tsx";
import { SecretCard } from "./secret-card.tsx";
import { EndpointStateText } from "./state-text.tsx";
import type { WebhookAnswer } from "./webhook-answer.ts";
import { webhookPath } from "./webhook-paths.ts";
import { deliveryWords, eventNames } from "./webhook-labels.ts";
import "./webhooks.css";

export interface WebhooksViewProps {
  endpoints: readonly ListedEndpoint[];
  adding: boolean;
  answer: WebhookAnswer | undefined;
}

/** Everybody outside the shop who is told what happens to orders. */
export function WebhooksView({ endpoints, adding, answer }: WebhooksViewProps) {
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
        Tell your own programs what happens to orders
      </PageHead>
      {answer?.message && (
        <Notice tone="rejected" role="alert" className="webhook-notice">
          {answer.message}
        </Notice>
      )}
      {answer?.secret && <SecretCard secret={answer.secret.secret} />}
      {adding && !answer?.secret && (
        <EndpointForm
          endpoint={null}
          typed={answer?.typed}
          errors={answer?.errors}
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
            A program that is told of a paid order can send the coins by itself.
          </EmptyState>
        ) : (
          <Table label="Webhooks">
            <TableHead>
              <Column>URL</Column>
              <Column>State</Column>
              <Column wideOnly>Events</Column>
              <Column>Last delivery</Column>
            </TableHead>
            <tbody>
              {endpoints.map((endpoint) => (
                <EndpointRow key={endpoint.id} endpoint={endpoint} />
              ))}
            </tbody>
          </Table>
        )}
      </Card>
    </>
  );
}

function EndpointRow({ endpoint }: { endpoint: ListedEndpoint }) {
  const { id, url, events, last } = endpoint;
  const all = events.length === webhookEvents.length;
  return (
    <Row>
      <Cell phone="top">
        <RowLink to={webhookPath(id)}>{url}</RowLink>
      </Cell>
      <Cell phone="top-end">
        <EndpointStateText endpoint={endpoint} />
      </Cell>
      <Cell wideOnly muted phone="hidden">
        {all ? "All events" : events.map((event) => eventNames[event]).join(", ")}
      </Cell>
      <Cell muted={!last} phone="bottom">
        {last ? (
          <TwoLines under={<Time value={last.at} />}>{deliveryWords[last.state].word}</TwoLines>
        ) : (
          "Nothing yet"
        )}
      </Cell>
    </Row>
  );
}
