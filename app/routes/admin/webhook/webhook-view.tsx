import { Form, href } from "react-router";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { type KeyValue, KeyValueList } from "#app/ui/kv.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { Time } from "#app/ui/time.tsx";
import { durationText, minutesSince } from "#lib/duration.ts";
import {
  type DeliveryPage,
  type DeliveryQuery,
  type Endpoint,
  isFailing,
} from "#shop/webhooks/webhook.ts";
import { DeliveryTable } from "./delivery-table.tsx";
import { EndpointForm } from "../webhooks/endpoint-form.tsx";
import { SecretCard } from "../webhooks/secret-card.tsx";
import { EndpointStateText } from "../webhooks/state-text.tsx";
import type { WebhookAnswer } from "../webhooks/webhook-answer.ts";
import { webhookPath } from "../webhooks/webhook-paths.ts";
import { WebhookQuestion } from "./webhook-question.tsx";
import { eventNames } from "../webhooks/webhook-labels.ts";
import "../webhooks/webhooks.css";

export interface WebhookViewProps {
  endpoint: Endpoint;
  query: DeliveryQuery;
  page: DeliveryPage;
  counts: Record<"waiting" | "failed", number>;
  asking: "edit" | "delete" | "roll" | null;
  /** Which delivery's panel is open. */
  openId: string | null;
  answer: WebhookAnswer | undefined;
  now: Date;
}

/** One endpoint: what it is, and all that was sent there. */
export function WebhookView(props: WebhookViewProps) {
  const { endpoint, asking, answer, now } = props;
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
      {answer?.message && (
        <Notice tone="pending" role="alert" className="webhook-notice">
          {answer.message}
        </Notice>
      )}
      {isFailing(endpoint) && <Failing endpoint={endpoint} now={now} />}
      {answer?.secret && <SecretCard secret={answer.secret.secret} />}
      {(asking === "delete" || asking === "roll") && (
        <WebhookQuestion endpoint={endpoint} asking={asking} />
      )}
      {asking === "edit" ? (
        <EndpointForm
          endpoint={endpoint}
          told={answer?.message !== undefined}
          typed={answer?.typed}
          errors={answer?.errors}
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
      <DeliveryTable {...props} />
    </>
  );
}

function rowsOf({ url, events, createdAt }: Endpoint): KeyValue[] {
  return [
    { label: "URL", value: url, mono: true },
    { label: "Events", value: events.map((event) => eventNames[event]).join(", ") },
    { label: "Added", value: <Time value={createdAt} /> },
  ];
}

function Failing({ endpoint, now }: { endpoint: Endpoint; now: Date }) {
  const { failures, failingSince } = endpoint;
  return (
    <Notice tone="rejected" className="webhook-notice">
      The last {failures} tries have failed
      {failingSince && `, the first of them ${durationText(minutesSince(failingSince, now))} ago`}.
      Each delivery is tried for a day.
    </Notice>
  );
}

function Actions({ endpoint }: { endpoint: Endpoint }) {
  const to = (asking: "edit" | "delete" | "roll") => webhookPath(endpoint.id, undefined, asking);
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
