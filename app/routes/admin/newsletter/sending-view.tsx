import { href } from "react-router";
import { ActButton } from "#app/office/act-button.tsx";
import type { Answer } from "#app/answer.ts";
import { AnswerNotice } from "#app/office/answer-notice.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { type KeyValue, KeyValueList } from "#app/ui/key-value-list.tsx";
import { Meter } from "#app/ui/meter.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { Time } from "#app/ui/time.tsx";
import { formatCount } from "#lib/money.ts";
import type { Newsletter } from "#shop/newsletter/newsletter.ts";
import { NewsletterLanguages } from "./newsletter-languages.tsx";
import { StateText, SwitchedOff } from "./newsletter-head.tsx";
import { Preview } from "./preview.tsx";

export interface SendingViewProps {
  newsletter: Newsletter;
  open: boolean;
  answer: Answer<unknown> | null;
}

/** Progress of a newsletter that is being sent or was sent. */
export function SendingView({ newsletter, open, answer }: SendingViewProps) {
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
      <AnswerNotice answer={answer} />
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
  return (
    <ActButton
      size="sm"
      variant={state === "stopped" ? "primary" : "secondary"}
      action={href("/admin/newsletter/:id", { id: String(id) })}
      intent={state === "sending" ? "stop" : "continue"}
      values={{ version: String(version) }}
    >
      {state === "sending" ? "Stop" : "Go on"}
    </ActButton>
  );
}
