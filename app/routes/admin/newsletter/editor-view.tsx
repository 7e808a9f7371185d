import type { InputEvent } from "react";
import { Form, href, useNavigate } from "react-router";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { ConfirmDialog } from "#app/ui/dialog.tsx";
import { Field, Textarea } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import { formatCount } from "#lib/money.ts";
import {
  MARKDOWN_MAX,
  type Newsletter,
  type NewsletterContent,
  type NewsletterErrors,
  SUBJECT_MAX,
} from "#shop/newsletter/newsletter.ts";
import { LeaveDialog } from "../shared/leave-dialog.tsx";
import { SwitchedOff } from "./newsletter-head.tsx";
import { NewsletterLanguages } from "./newsletter-languages.tsx";
import { FIRST_FRAME, Preview } from "./preview.tsx";
import { contentOf, type NewsletterActionData, useDraft } from "./use-draft.ts";

export interface EditorViewProps {
  /** Null before the first save. */
  newsletter: Newsletter | null;
  /** Number of confirmed subscribers. */
  readers: number;
  open: boolean;
  /** Recipient of the test mail. */
  ownEmail: string;
  dialog: "send" | "delete" | null;
  actionData: NewsletterActionData | undefined;
}

/** Editor of a draft, with preview and sending. */
export function EditorView(props: EditorViewProps) {
  const { newsletter, readers, open, dialog, actionData } = props;
  const { version, formKey, start, content, unsaved, onInput } = useDraft(newsletter, actionData);
  const id = newsletter ? String(newsletter.id) : "new";

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
      <LeaveDialog unsaved={unsaved} />
      {!open && <SwitchedOff />}
      {actionData?.message && (
        <Notice tone="pending" role="alert" className="newsletter-off">
          {actionData.message}
        </Notice>
      )}
      {newsletter && dialog && <SubmitDialog {...props} newsletter={newsletter} dialog={dialog} />}
      <div className="newsletter-editor">
        <EditorForm
          key={formKey}
          id={id}
          version={version}
          start={start}
          errors={actionData?.errors}
          ownEmail={props.ownEmail}
          readers={readers}
          unsaved={unsaved}
          onInput={onInput}
        />
        <Card title="Preview" className="newsletter-preview">
          <Preview {...content} />
        </Card>
      </div>
      {newsletter && <NewsletterLanguages newsletter={newsletter} />}
    </>
  );
}

interface SubmitDialogProps {
  newsletter: Newsletter;
  readers: number;
  dialog: "send" | "delete";
}

/** Confirms sending or deleting: in a dialog, or in the page without JavaScript. */
function SubmitDialog({ newsletter, readers, dialog }: SubmitDialogProps) {
  const navigate = useNavigate();
  const here = href("/admin/newsletter/:id", { id: String(newsletter.id) });
  const texts =
    dialog === "send" ? sendDialogTexts(newsletter, readers) : deleteDialogTexts(newsletter);
  return (
    <>
      <noscript>
        <Form method="post" action={here} className="card newsletter-question">
          <input type="hidden" name="intent" value={dialog} />
          <input type="hidden" name="version" value={newsletter.version} />
          <h2>{texts.title}</h2>
          <p>{texts.question}</p>
          <div className="row">
            <Button type="submit" variant="danger-quiet">
              {texts.confirm}
            </Button>
            <ButtonLink to={here}>{texts.decline}</ButtonLink>
          </div>
        </Form>
      </noscript>
      <ConfirmDialog
        open
        {...texts}
        action={here}
        intent={dialog}
        values={{ version: String(newsletter.version) }}
        onDecline={() => void navigate(here, { preventScrollReset: true, replace: true })}
      />
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

interface EditorFormProps {
  id: string;
  version: number;
  /** Initial values of the fields. */
  start: NewsletterContent;
  errors: NewsletterErrors | undefined;
  ownEmail: string;
  readers: number;
  unsaved: boolean;
  onInput: (content: NewsletterContent) => void;
}

/** The form of subject and text. Every button saves the draft first. */
function EditorForm(props: EditorFormProps) {
  const { id, version, start, ownEmail, readers, unsaved, onInput } = props;
  const { errors, form } = useFormErrors<keyof NewsletterContent>(props.errors);
  const here = href("/admin/newsletter/:id", { id });
  return (
    <Form
      method="post"
      action={here}
      preventScrollReset
      noValidate
      className="card newsletter-form"
      aria-label="Newsletter"
      {...form}
      onInput={(event: InputEvent<HTMLFormElement>) =>
        onInput(contentOf(new FormData(event.currentTarget)))
      }
    >
      <input type="hidden" name="version" value={version} />
      <Field
        label="Subject"
        name="subject"
        defaultValue={start.subject}
        maxLength={SUBJECT_MAX}
        autoComplete="off"
        error={errors.subject}
      />
      <Textarea
        label="Text"
        name="markdown"
        defaultValue={start.markdown}
        maxLength={MARKDOWN_MAX}
        rows={18}
        error={errors.markdown}
        hint="Markdown: # heading, **bold**, *italic*, - list, [words](https://address). HTML is shown as text, and images as their alt text."
      />
      <div className="newsletter-form__foot">
        <SubmitButton intent="save" name="intent" value="save" size="sm">
          Save draft
        </SubmitButton>
        <SubmitButton intent="test" name="intent" value="test" size="sm" title={`To ${ownEmail}`}>
          Send a test to me
        </SubmitButton>
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
        {version > 0 && (
          <ButtonLink to={`${here}?delete=1`} variant="danger-quiet" size="sm" preventScrollReset>
            Delete
          </ButtonLink>
        )}
        <SubmitButton intent="review" name="intent" value="review" size="sm" variant="primary">
          Send to {formatCount(readers)} confirmed…
        </SubmitButton>
      </div>
      <p role="status" className="newsletter-form__unsaved">
        {unsaved && "Unsaved changes"}
      </p>
    </Form>
  );
}
