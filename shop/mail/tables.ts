import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
} from "drizzle-orm/pg-core";
import type { Language } from "#messages/languages.ts";
import { newsletters } from "../newsletter/tables.ts";
import type { MailMessage } from "./mail-message.ts";

const orderIdOf = (message: AnyPgColumn) => sql`(${message} ->> 'orderId')`;

/** The outbox: a mail is written in the transaction that caused it, and sent afterwards. */
export const mails = pgTable(
  "mails",
  {
    /** Identifies the event that caused it, such as `order-placed:7KQ2M9X`, so that each event sends one mail. */
    key: text().primaryKey(),
    to: text().notNull(),
    message: jsonb().$type<MailMessage>().notNull(),
    language: text().$type<Language>().notNull().default("en"),
    /** Set for newsletter mails, which are sent last, and only while their newsletter is being sent. */
    newsletterId: bigint("newsletter_id", { mode: "number" }).references(() => newsletters.id),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
    nextAttemptAt: timestamp("next_try_at", { withTimezone: true }).notNull(),
    /** The process that sends it now (`db/holders.server.ts`); null when none does. */
    claimedBy: integer("claimed_by"),
    attempts: integer().notNull().default(0),
    lastError: text("last_error"),
    sentAt: timestamp("sent_at", { withTimezone: true }),
    /** When it failed: after a day of attempts, or at once if it was refused for good. */
    failedAt: timestamp("failed_at", { withTimezone: true }),
    /** Whether it failed because the mail server refuses its address for good. */
    refused: boolean().notNull().default(false),
  },
  (table) => [
    index("mails_due")
      .on(table.nextAttemptAt)
      .where(
        sql`${table.sentAt} is null and ${table.failedAt} is null and ${table.newsletterId} is null`,
      ),
    index("mails_claimed")
      .on(table.claimedBy)
      .where(sql`${table.claimedBy} is not null`),
    index("mails_newsletter_due")
      .on(table.newsletterId, table.nextAttemptAt)
      .where(
        sql`${table.sentAt} is null and ${table.failedAt} is null and ${table.newsletterId} is not null`,
      ),
    // Finds the unsent mails of a newsletter among many sent ones.
    index("mails_newsletter")
      .on(table.newsletterId, table.sentAt)
      .where(sql`${table.newsletterId} is not null`),
    // Sent mails remain in the table, which has more rows than orders.
    index("mails_unsent")
      .on(table.createdAt)
      .where(sql`${table.sentAt} is null and ${table.newsletterId} is null`),
    // Says on the page of an order that its mail did not arrive.
    index("mails_refused")
      .on(sql`(${table.message} ->> 'orderId')`)
      .where(sql`${table.refused}`),
    // The list of the back office, by recipient and by order.
    index("mails_created")
      .on(table.createdAt, table.key)
      .where(sql`${table.newsletterId} is null`),
    index("mails_to").on(sql`lower(${table.to}) text_pattern_ops`, table.createdAt),
    index("mails_order")
      .on(orderIdOf(table.message))
      .where(sql`${orderIdOf(table.message)} is not null`),
    index("mails_failed")
      .on(table.failedAt)
      .where(sql`${table.failedAt} is not null`),
  ],
);
