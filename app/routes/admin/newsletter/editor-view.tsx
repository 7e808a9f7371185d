import { href } from "react-router";
import type { Answer } from "#app/answer.ts";
import { AnswerNotice } from "#app/office/answer-notice.tsx";
import { AskedAct } from "#app/office/asked-act.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { formatCount } from "#lib/money.ts";
import { type Newsletter, newsletterFields } from "#shop/newsletter/newsletter.ts";
import { LeaveDialog } from "../shared/leave-dialog.tsx";
import { DraftForm, TestButton } from "./draft-form.tsx";
import { SwitchedOff } from "./newsletter-head.tsx";
import { NewsletterLanguages } from "./newsletter-languages.tsx";
import { FIRST_FRAME, Preview } from "./preview.tsx";
import { useDraft } from "./use-draft.ts";

export interface EditorViewProps {
  /** Null before the first save. */
  newsletter: Newsletter | null;
  /** Number of confirmed subscribers. */
  readers: number;
  open: boolean;
  /** Recipient of the test mail. */
  ownEmail: string;
  dialog: "send" | "delete" | null;
  answer: Answer<unknown> | null;
}

/** Editor of a draft, with preview and sending. */
export function EditorView(props: EditorViewProps) {
  const { newsletter, readers, open, ownEmail, dialog, answer } = props;
  const draft = useDraft(newsletter, answer);
  const here = href("/admin/newsletter/:id", { id: newsletter ? String(newsletter.id) : "new" });
  return (
    <>
      <PageHead
        title={newsletter ? newsletter.subject : "New newsletter"}
        actions={<ButtonLink to={href("/admin/newsletter")}>All newsletters</ButtonLink>}
      >
        {newsletter
          ? "A draft. No one receives it until you send it."
          : "No one receives it until you send it."}
      </PageHead>
      <LeaveDialog unsaved={draft.unsaved} />
      {!open && <SwitchedOff />}
      <AnswerNotice answer={answer} />
      {newsletter && dialog && (
        <AskedAct
          {...(dialog === "send"
            ? sendDialogTexts(newsletter, readers)
            : deleteDialogTexts(newsletter))}
          action={here}
          intent={dialog}
          values={{ version: String(newsletter.version) }}
        />
      )}
      <div className="newsletter-editor">
        <DraftForm
          key={draft.formKey}
          fields={newsletterFields}
          draft={draft}
          answer={answer}
          action={here}
        >
          <SubmitButton intent="save" name="intent" value="save" size="sm">
            Save draft
          </SubmitButton>
          <TestButton ownEmail={ownEmail} />
          <noscript>
            <Button
              type="submit"
              size="sm"
              formAction={href("/admin/newsletter/preview")}
              formTarget={FIRST_FRAME}
            >
              Preview
            </Button>
          </noscript>
          {draft.version > 0 && (
            <ButtonLink to={`${here}?delete=1`} variant="danger-quiet" size="sm" preventScrollReset>
              Delete
            </ButtonLink>
          )}
          <SubmitButton intent="review" name="intent" value="review" size="sm" variant="primary">
            Send to {formatCount(readers)} confirmed…
          </SubmitButton>
        </DraftForm>
        <Card title="Preview" className="newsletter-preview">
          <Preview {...draft.content} />
        </Card>
      </div>
      {newsletter && <NewsletterLanguages newsletter={newsletter} />}
    </>
  );
}

function sendDialogTexts({ subject }: Newsletter, readers: number) {
  const people = `${formatCount(readers)} ${readers === 1 ? "subscriber" : "subscribers"}`;
  return {
    title: `Send to ${people}?`,
    question: `“${subject}” goes to everyone who has confirmed by now. You can stop it on the way, but emails already sent cannot be recalled.`,
    confirm: `Send to ${people}`,
    decline: "Not yet",
  };
}

function deleteDialogTexts({ subject }: Newsletter) {
  return {
    title: "Delete this draft?",
    question: `“${subject}” will be deleted. This action cannot be undone.`,
    confirm: "Delete draft",
    decline: "Keep draft",
  };
}
