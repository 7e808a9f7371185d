import { useState } from "react";
import { useNavigation } from "react-router";
import type { Answer } from "#app/answer.ts";
import { fieldTexts } from "#lib/fields.ts";
import {
  contentOf,
  type Newsletter,
  type NewsletterContent,
  newsletterFields,
  savedText,
} from "#shop/newsletter/newsletter.ts";

/**
 * Returns the content of the editor and the version it is based on. A version that another administrator saves does
 * not replace unsaved changes: saving them then fails with a conflict. A version saved from this editor does not
 * replace what was typed while it was being saved.
 */
export function useDraft(
  newsletter: (NewsletterContent & Pick<Newsletter, "id" | "version">) | null,
  answer: Answer<unknown> | null,
) {
  const saved = { subject: newsletter?.subject ?? "", markdown: newsletter?.markdown ?? "" };
  const id = newsletter?.id ?? null;
  const typed = answer?.typed && fieldTexts(newsletterFields, answer.typed);
  const start = { ...saved, ...typed };
  const newest = { id, version: newsletter?.version ?? 0, start, saved };
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

/** Compares with the content as it would be saved, such as without trailing spaces. */
function isSame(typed: NewsletterContent, saved: NewsletterContent): boolean {
  return savedText(typed.subject) === saved.subject && savedText(typed.markdown) === saved.markdown;
}
