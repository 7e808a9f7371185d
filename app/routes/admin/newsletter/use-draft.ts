import { useState } from "react";
import {
  type Newsletter,
  type NewsletterContent,
  readNewsletterForm,
} from "#shop/newsletter/newsletter.ts";
import type { NewsletterAnswer } from "./newsletter-answer.ts";

/**
 * What is in the editor, and the version it is based on. A version that somebody else saves while there is
 * something unsaved does not take its place: saving is then refused, and says so.
 */
export function useDraft(newsletter: Newsletter | null, answer: NewsletterAnswer | undefined) {
  const saved = { subject: newsletter?.subject ?? "", markdown: newsletter?.markdown ?? "" };
  const newest = { version: newsletter?.version ?? 0, start: answer?.typed ?? saved, saved };
  const [base, setBase] = useState(newest);
  const [content, setContent] = useState<NewsletterContent>(newest.start);
  const unsaved = !isSame(content, base.saved);

  if (base.version !== newest.version && (!unsaved || isSame(content, newest.start))) {
    setBase(newest);
    setContent(newest.start);
  }
  return { ...base, content, unsaved, onInput: setContent };
}

/** Also when they differ only by what saving takes away. */
function isSame(typed: NewsletterContent, saved: NewsletterContent): boolean {
  const read = readNewsletterForm({ ...typed });
  const { subject, markdown } = read.ok ? read.value : typed;
  return subject === saved.subject && markdown === saved.markdown;
}
