import { useState } from "react";
import { useNavigation } from "react-router";
import { textOf } from "#lib/form.ts";
import {
  type Newsletter,
  type NewsletterContent,
  readNewsletterForm,
} from "#shop/newsletter/newsletter.ts";
import type { NewsletterAnswer } from "./route.tsx";

/**
 * What is in the editor, and the version it is based on. A version that somebody else saves while there is
 * something unsaved does not take its place: saving is then refused, and says so. A version of our own does not
 * take the place of what was typed while it was saved.
 */
export function useDraft(newsletter: Newsletter | null, answer: NewsletterAnswer | undefined) {
  const saved = { subject: newsletter?.subject ?? "", markdown: newsletter?.markdown ?? "" };
  const id = newsletter?.id ?? null;
  const newest = { id, version: newsletter?.version ?? 0, start: answer?.typed ?? saved, saved };
  const [base, setBase] = useState({ ...newest, edition: 0 });
  const [content, setContent] = useState<NewsletterContent>(newest.start);
  const unsaved = !isSame(content, base.saved);
  const sent = useSent();

  if (base.id !== id || base.version !== newest.version) {
    const isOurs = sent !== null && isSame(sent, saved) && !isSame(content, saved);
    if (isOurs) setBase({ ...newest, edition: base.edition });
    else if (base.id !== id || !unsaved || isSame(content, newest.start)) {
      setBase({ ...newest, edition: base.edition + 1 });
      setContent(newest.start);
    }
  }
  return { ...base, content, unsaved, onInput: setContent };
}

/** What was sent last to be saved. */
function useSent(): NewsletterContent | null {
  const { formData } = useNavigation();
  const [last, setLast] = useState<FormData>();
  if (formData?.has("markdown") && formData !== last) setLast(formData);
  return last ? contentOf(last) : null;
}

/** What the fields hold. */
export function contentOf(form: FormData): NewsletterContent {
  return { subject: textOf(form, "subject"), markdown: textOf(form, "markdown") };
}

/** Also when they differ only by what saving takes away. */
function isSame(typed: NewsletterContent, saved: NewsletterContent): boolean {
  const read = readNewsletterForm({ ...typed });
  const { subject, markdown } = read.ok ? read.value : typed;
  return subject === saved.subject && markdown === saved.markdown;
}
