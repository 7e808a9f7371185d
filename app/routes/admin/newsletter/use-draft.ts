import { useState } from "react";
import { useNavigation } from "react-router";
import { textOf } from "#lib/form.ts";
import {
  type Newsletter,
  type NewsletterContent,
  type NewsletterErrors,
  parseNewsletterForm,
} from "#shop/newsletter/newsletter.ts";

/** What the action returns when it does not redirect. */
export interface NewsletterActionData {
  typed?: NewsletterContent;
  errors?: NewsletterErrors;
  /** Error of the form as a whole. */
  message?: string;
}

/**
 * Returns the content of the editor and the version it is based on. A version that another administrator saves does
 * not replace unsaved changes: saving them then fails with a conflict. A version saved from this editor does not
 * replace what was typed while it was being saved.
 */
export function useDraft(
  newsletter: (NewsletterContent & Pick<Newsletter, "id" | "version">) | null,
  actionData: NewsletterActionData | undefined,
) {
  const saved = { subject: newsletter?.subject ?? "", markdown: newsletter?.markdown ?? "" };
  const id = newsletter?.id ?? null;
  const newest = {
    id,
    version: newsletter?.version ?? 0,
    start: actionData?.typed ?? saved,
    saved,
  };
  const [base, setBase] = useState({ ...newest, formKey: 0 });
  const [content, setContent] = useState<NewsletterContent>(newest.start);
  const unsaved = !isSame(content, base.saved);
  const sent = useSent();

  if (base.id !== id || base.version !== newest.version) {
    const isOurs = sent !== null && isSame(sent, saved) && !isSame(content, saved);
    if (isOurs) setBase({ ...newest, formKey: base.formKey });
    else if (base.id !== id || !unsaved || isSame(content, newest.start)) {
      setBase({ ...newest, formKey: base.formKey + 1 });
      setContent(newest.start);
    }
  }
  return { ...base, content, unsaved, onInput: setContent };
}

/** Returns the content of the last submission. */
function useSent(): NewsletterContent | null {
  const { formData } = useNavigation();
  const [last, setLast] = useState<FormData>();
  if (formData?.has("markdown") && formData !== last) setLast(formData);
  return last ? contentOf(last) : null;
}

/** Returns the content of the fields. */
export function contentOf(form: FormData): NewsletterContent {
  return { subject: textOf(form, "subject"), markdown: textOf(form, "markdown") };
}

/** Compares with the content as it would be saved, such as without trailing spaces. */
function isSame(typed: NewsletterContent, saved: NewsletterContent): boolean {
  const read = parseNewsletterForm({ ...typed });
  const { subject, markdown } = read.ok ? read.value : typed;
  return subject === saved.subject && markdown === saved.markdown;
}
