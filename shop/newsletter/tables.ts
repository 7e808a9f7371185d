import { sql } from "drizzle-orm";
import {
  bigserial,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { Language } from "#messages/languages.ts";
import type { NewsletterState, NewsletterTranslations } from "./newsletter.ts";

/** Newsletter subscribers. Their state is derived from the times: see `subscriberState`. */
export const subscribers = pgTable(
  "subscribers",
  {
    /** Identifies the subscriber in mailed links. */
    id: uuid().primaryKey().defaultRandom(),
    /** In lower case. */
    email: text().notNull(),
    /** The page of the subscription form. */
    source: text().notNull(),
    requestedAt: timestamp("requested_at", { withTimezone: true }).notNull(),

    confirmedAt: timestamp("confirmed_at", { withTimezone: true }),
    unsubscribedAt: timestamp("unsubscribed_at", { withTimezone: true }),
    /** That of the page on which an unconfirmed subscriber last asked for it. */
    language: text().$type<Language>().notNull().default("en"),
  },
  (table) => [
    uniqueIndex("subscribers_email").on(table.email),
    index("subscribers_requested").on(table.requestedAt, table.id),
    index("subscribers_confirmed")
      .on(table.id)
      .where(sql`${table.confirmedAt} is not null and ${table.unsubscribedAt} is null`),
  ],
);

/** Newsletters and the progress of their sending. The mails are in the outbox. */
export const newsletters = pgTable("newsletters", {
  id: bigserial({ mode: "number" }).primaryKey(),
  subject: text().notNull(),
  markdown: text().notNull(),
  /** For subscribers who read another language than English. */
  translations: jsonb().$type<NewsletterTranslations>().notNull().default({}),
  state: text().$type<NewsletterState>().notNull().default("draft"),
  /** Incremented with every change. */
  version: integer().notNull().default(1),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
  updatedAt: timestamp("updated_at", { withTimezone: true }).notNull(),
  /** Recipients are the subscribers confirmed by then. */
  startedAt: timestamp("started_at", { withTimezone: true }),
  finishedAt: timestamp("finished_at", { withTimezone: true }),
  /** The number of confirmed subscribers at the start. */
  recipients: integer().notNull().default(0),
  /** The number of enqueued mails, without withdrawn ones. */
  queued: integer().notNull().default(0),
  /** The last subscriber, by id, whose mail was enqueued. */
  queuedTo: uuid("queued_to"),
  /** When the next batch may be enqueued; null before the start and after the last batch. */
  nextSliceAt: timestamp("next_slice_at", { withTimezone: true }),
  /** The number of failed mails, once it is sent. */
  failed: integer().notNull().default(0),
});
