import type { InputEvent } from "react";
import { Form, href } from "react-router";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { Textarea } from "#app/ui/textarea.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import { formatCount } from "#lib/money.ts";
import {
  MARKDOWN_MAX,
  type NewsletterContent,
  type NewsletterErrors,
  SUBJECT_MAX,
} from "#shop/newsletter/newsletter.ts";
import { FIRST_FRAME } from "./preview.tsx";
import { contentOf } from "./use-draft.ts";

export interface EditorFormProps {
  id: string;
  version: number;
  /** What stands in the fields at first. */
  start: NewsletterContent;
  errors: NewsletterErrors | undefined;
  ownEmail: string;
  readers: number;
  unsaved: boolean;
  onInput: (content: NewsletterContent) => void;
}

/** Subject and text; every button keeps the draft first. */
export function EditorForm(props: EditorFormProps) {
  const { id, version, start, ownEmail, readers, unsaved, onInput } = props;
  const { errors, form } = useFormErrors<keyof NewsletterContent>(props.errors, () => ({}));
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
        hint="Markdown: # heading, **bold**, *slanted*, - list, [words](https://address). HTML is shown as it is written, pictures as their words."
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
