import { Form, href } from "react-router";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { type KeyValue, KeyValueList } from "#app/ui/key-value-list.tsx";
import { Meter } from "#app/ui/meter.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { Time } from "#app/ui/time.tsx";
import { formatCount } from "#lib/money.ts";
import type { Newsletter } from "#shop/newsletter/newsletter.ts";
import { NewsletterLanguages } from "./newsletter-languages.tsx";
import { StateText, SwitchedOff } from "./newsletter-head.tsx";
import { Preview } from "./preview.tsx";

export interface SendingViewProps {
  newsletter: Newsletter;
  open: boolean;
  /** Error of the last change. */
  message: string | null;
}

/** Progress of a newsletter that is being sent or was sent. */
export function SendingView({ newsletter, open, message }: SendingViewProps) {
  const { subject, markdown, state, progress } = newsletter;
  const { recipients, sent, failed } = progress;
  const percent = recipients === 0 ? 100 : ((sent + failed) / recipients) * 100;
  return (
    <>
      <PageHead
        title={subject}
        actions={<ButtonLink to={href("/admin/newsletter")}>All newsletters</ButtonLink>}
      >
        <StateText state={state} />
      </PageHead>
      {!open && <SwitchedOff />}
      {message && (
        <Notice tone="pending" role="alert" className="newsletter-off">
          {message}
        </Notice>
      )}
      <div className="newsletter-editor">
        <Card title="Sending" action={<Switch newsletter={newsletter} />} line pad>
          <div className="newsletter-progress">
            <p role="status">
              {formatCount(sent)} of {formatCount(recipients)} sent
            </p>
            <Meter percent={percent} tone={state === "stopped" ? "pending" : "completed"} />
          </div>
          <KeyValueList rows={rowsOf(newsletter)} />
        </Card>
        <Card title="The mail" className="newsletter-preview">
          <Preview subject={subject} markdown={markdown} />
        </Card>
      </div>
      <NewsletterLanguages newsletter={newsletter} />
    </>
  );
}

function rowsOf({ state, startedAt, finishedAt, progress }: Newsletter): KeyValue[] {
  const { recipients, sent, failed, waiting } = progress;
  const rest = recipients - sent - failed - waiting;
  return [
    { label: "Recipients", value: formatCount(recipients) },
    { label: "Sent", value: formatCount(sent) },
    { label: "Given up", value: formatCount(failed) },
    ...(state === "sent"
      ? []
      : [
          { label: "In the outbox", value: formatCount(waiting) },
          { label: "Remaining", value: formatCount(Math.max(0, rest)) },
        ]),
    { label: "Started", value: startedAt ? <Time value={startedAt} /> : "—" },
    ...(finishedAt ? [{ label: "Finished", value: <Time value={finishedAt} /> }] : []),
  ];
}

function Switch({ newsletter: { id, version, state } }: { newsletter: Newsletter }) {
  if (state !== "sending" && state !== "stopped") return null;
  const intent = state === "sending" ? "stop" : "continue";
  return (
    <Form
      method="post"
      action={href("/admin/newsletter/:id", { id: String(id) })}
      preventScrollReset
    >
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="version" value={version} />
      <SubmitButton
        intent={intent}
        size="sm"
        variant={state === "stopped" ? "primary" : "secondary"}
      >
        {state === "sending" ? "Stop" : "Go on"}
      </SubmitButton>
    </Form>
  );
}
