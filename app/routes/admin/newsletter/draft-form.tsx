import type { InputEvent, ReactNode } from "react";
import { Form } from "react-router";
import type { Answer } from "#app/answer.ts";
import { FormFields } from "#app/office/fields.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import type { Fields } from "#lib/fields.ts";
import { contentOf } from "#shop/newsletter/newsletter.ts";
import type { useDraft } from "./use-draft.ts";

interface DraftFormProps {
  fields: Fields;
  draft: ReturnType<typeof useDraft>;
  answer: Answer<unknown> | null;
  action: string;
  /** The language that it is written in; English without it. */
  language?: { lang: string; dir: "ltr" | "rtl" };
  /** Its buttons. */
  children: ReactNode;
}

/** The form of subject and text, in English or another language. Every button saves the draft first. */
export function DraftForm({ fields, draft, answer, action, language, children }: DraftFormProps) {
  const { errors, form } = useFormErrors<string>(answer?.errors);
  return (
    <Form
      method="post"
      action={action}
      preventScrollReset
      noValidate
      className="card newsletter-form"
      aria-label="Newsletter"
      {...form}
      onInput={(event: InputEvent<HTMLFormElement>) =>
        draft.onInput(contentOf(new FormData(event.currentTarget)))
      }
    >
      <input type="hidden" name="version" value={draft.version} />
      <FormFields of={fields} texts={{ ...draft.start }} errors={errors} language={language} />
      <div className="newsletter-form__foot">{children}</div>
      <p role="status" className="newsletter-form__unsaved">
        {draft.unsaved && "Unsaved changes"}
      </p>
    </Form>
  );
}

/** The button that saves the draft and sends it to its author. */
export function TestButton({ ownEmail }: { ownEmail: string }) {
  return (
    <SubmitButton intent="test" name="intent" value="test" size="sm" title={`To ${ownEmail}`}>
      Send a test to me
    </SubmitButton>
  );
}
