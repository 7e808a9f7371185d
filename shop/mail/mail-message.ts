import type { Language } from "#messages/languages.ts";
import type { MailTemplate } from "./mail-template.ts";
import type { mailTemplates, TemplateName } from "./mail-templates.ts";

type Templates = (typeof mailTemplates)[TemplateName];

/** The data of a mail in the outbox; it is rendered when it is sent. */
export type MailMessage = QueuedBy<Templates>;
type QueuedBy<Template> = Template extends MailTemplate<infer _, infer Queued> ? Queued : never;

/** A message with all data needed for rendering. */
export type CompleteMessage = CompletedBy<Templates>;
type CompletedBy<Template> =
  Template extends MailTemplate<infer Complete, infer _> ? Complete : never;

/** Completes a queued mail when it is sent; null for one that is not to be sent. */
export type CompleteMail = (
  mail: { to: string; message: MailMessage; language?: Language },
  now: Date,
) => Promise<{ to: string; message: CompleteMessage } | null>;
