import { z } from "zod";
import { type Fields, readFields } from "#lib/fields.ts";
import { type FieldErrors, textsOf } from "#lib/form.ts";
import type { Language } from "#messages/languages.ts";
import { ok, type Result } from "#lib/result.ts";
import { LINES, ONE_LINE, invalidCharacters } from "#lib/text.ts";
import { MINUTE_MS } from "#lib/time.ts";

/** The state of a newsletter. `sent`: all mails were sent or failed; `stopped`: can be continued. */
export type NewsletterState = "draft" | "sending" | "stopped" | "sent";

export const SUBJECT_MAX = 150;
export const MARKDOWN_MAX = 20_000;

export interface NewsletterContent {
  subject: string;
  markdown: string;
}

/** A newsletter in other languages than English. */
export type NewsletterTranslations = Partial<Record<Language, NewsletterContent>>;

/** Returns what a subscriber reads: in their language, else in English. */
export function contentIn(
  { subject, markdown, translations }: NewsletterContent & { translations: NewsletterTranslations },
  language: Language,
): NewsletterContent {
  return translations[language] ?? { subject, markdown };
}

/** The progress of sending, in mails. */
export interface NewsletterProgress {
  /** Subscribers confirmed at the start, without those who unsubscribed before their mail was sent. */
  recipients: number;
  sent: number;

  failed: number;
  /** Mails in the outbox that are neither sent nor failed. */
  waiting: number;
}

export interface Newsletter extends NewsletterContent {
  id: number;
  translations: NewsletterTranslations;
  state: NewsletterState;
  version: number;
  createdAt: Date;
  updatedAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
  progress: NewsletterProgress;
}

/** A newsletter in the list, without its text. */
export type ListedNewsletter = Omit<Newsletter, "markdown" | "translations">;

/** The form of a newsletter. */
export const newsletterFields = {
  subject: {
    kind: "line",
    label: "Subject",
    input: { autoComplete: "off", maxLength: SUBJECT_MAX },
    rule: z
      .string()
      .trim()
      .min(1, "Subject is required")
      .max(SUBJECT_MAX, `Subject is too long (at most ${SUBJECT_MAX} characters)`)
      .regex(ONE_LINE, invalidCharacters("Subject")),
  },
  markdown: {
    kind: "lines",
    label: "Text",
    rows: 18,
    input: { maxLength: MARKDOWN_MAX },
    hint: "Markdown: # heading, **bold**, *italic*, - list, [words](https://address). HTML is shown as text, and images as their alt text.",
    rule: z
      .string()
      .transform(savedText)
      .pipe(
        z
          .string()
          .min(1, "Text is required")
          .max(MARKDOWN_MAX, `Text is too long (at most ${MARKDOWN_MAX} characters)`)
          .regex(LINES, invalidCharacters("Text")),
      ),
  },
} as const satisfies Fields;

/** The form of a newsletter in another language, which shows the English subject. */
export function translationFields(english: string) {
  const { subject, markdown } = newsletterFields;
  return {
    subject: { ...subject, hint: `English: ${english}` },
    markdown: { ...markdown, hint: "Markdown, as in English." },
  } as const satisfies Fields;
}

/** Returns the texts of the form's fields. */
export function contentOf(form: FormData): NewsletterContent {
  return textsOf(form, ["subject", "markdown"]);
}

/** Returns a text as it is saved; browsers send line breaks as CR LF. */
export function savedText(text: string): string {
  return text.replaceAll("\r\n", "\n").trim();
}

/** Reads the form of a translation; null if both fields are empty. */
export function parseTranslationForm(
  form: FormData,
): Result<NewsletterContent | null, FieldErrors<string>> {
  const { subject, markdown } = contentOf(form);
  return savedText(subject + markdown) === "" ? ok(null) : readFields(newsletterFields, form);
}

/** Returns the size of a batch of mails, and the pause before the next one, for a rate per minute. */
export function sliceOf(perMinute: number): { size: number; pauseMs: number } {
  const size = Math.max(1, Math.ceil(perMinute / 10));
  return { size, pauseMs: Math.round((size / perMinute) * MINUTE_MS) };
}
