import { sql } from "drizzle-orm";
import {
  bigserial,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { NewsletterState } from "./newsletter.ts";

/** Everybody who asked for the newsletter. What they are now follows from the times: see `subscriberState`. */
export const subscribers = pgTable(
  "subscribers",
  {
    /** Names them in the links of their mails. */
    id: uuid().primaryKey().defaultRandom(),
    /** In small letters. */
    email: text().notNull(),
    /** The page on which they asked for it. */
    source: text().notNull(),
    requestedAt: timestamp("requested_at", { withTimezone: true }).notNull(),
    /** When the link in the mail was followed and the button there pressed. */
    confirmedAt: timestamp("confirmed_at", { withTimezone: true }),
    unsubscribedAt: timestamp("unsubscribed_at", { withTimezone: true }),
  },
  (table) => [
    uniqueIndex("subscribers_email").on(table.email),
    index("subscribers_requested").on(table.requestedAt, table.id),
    index("subscribers_confirmed")
      .on(table.id)
      .where(sql`${table.confirmedAt} is not null and ${table.unsubscribedAt} is null`),
  ],
);

/** What was written to subscribers, and how far its sending has come. The mails themselves are in the outbox. */
export const newsletters = pgTable("newsletters", {
  id: bigserial({ mode: "number" }).primaryKey(),
  subject: text().notNull(),
  markdown: text().notNull(),
  state: text().$type<NewsletterState>().notNull().default("draft"),
  /** Goes up with every change that somebody makes. */
  version: integer().notNull().default(1),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
  updatedAt: timestamp("updated_at", { withTimezone: true }).notNull(),
  /** It goes to those who had confirmed by then. */
  startedAt: timestamp("started_at", { withTimezone: true }),
  finishedAt: timestamp("finished_at", { withTimezone: true }),
  /** How many had confirmed when it was started. */
  recipients: integer().notNull().default(0),
  /** How many mails are in the outbox or were; without those withdrawn because somebody unsubscribed. */
  queued: integer().notNull().default(0),
  /** The last subscriber, by id, for whom a mail was put into the outbox. */
  queuedTo: uuid("queued_to"),
  /** When the next mails may be put into the outbox; null before it starts, and once all of them are. */
  nextSliceAt: timestamp("next_slice_at", { withTimezone: true }),
  /** How many mails were given up, once it is sent. */
  failed: integer().notNull().default(0),
});
