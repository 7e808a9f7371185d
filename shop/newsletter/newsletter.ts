import { z } from "zod";
import { type FieldErrors, parseForm } from "#lib/form.ts";
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

const schema = z.object({
  subject: z
    .string()
    .trim()
    .min(1, "Subject is required")
    .max(SUBJECT_MAX, `Subject is too long (at most ${SUBJECT_MAX} characters)`)
    .regex(ONE_LINE, invalidCharacters("Subject")),
  markdown: z
    .string()
    // Browsers send line breaks as CR LF.
    .transform((text) => text.replaceAll("\r\n", "\n").trim())
    .pipe(
      z
        .string()
        .min(1, "Text is required")
        .max(MARKDOWN_MAX, `Text is too long (at most ${MARKDOWN_MAX} characters)`)
        .regex(LINES, invalidCharacters("Text")),
    ),
});

export type NewsletterErrors = FieldErrors<keyof NewsletterContent>;

/** Validates the editor's form. */
export function parseNewsletterForm(
  form: Readonly<Record<string, unknown>>,
): Result<NewsletterContent, NewsletterErrors> {
  return parseForm(schema, form);
}

/** Validates the form of a translation; null if both fields are empty. */
export function parseTranslationForm(
  form: Readonly<Record<keyof NewsletterContent, string>>,
): Result<NewsletterContent | null, NewsletterErrors> {
  return form.subject.trim() === "" && form.markdown.trim() === ""
    ? ok(null)
    : parseNewsletterForm({ ...form });
}

/** Returns the size of a batch of mails, and the pause before the next one, for a rate per minute. */
export function sliceOf(perMinute: number): { size: number; pauseMs: number } {
  const size = Math.max(1, Math.ceil(perMinute / 10));
  return { size, pauseMs: Math.round((size / perMinute) * MINUTE_MS) };
}
