import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import type { MailMessage } from "#shop/mail/mail.ts";

/** The outbox: a mail is written in the transaction that caused it, and sent afterwards. */
export const mails = pgTable(
  "mails",
  {
    /** Names the event that caused it, such as `order-placed:7KQ2M9X`: one event, one mail. */
    key: text().primaryKey(),
    to: text().notNull(),
    message: jsonb().$type<MailMessage>().notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
    nextTryAt: timestamp("next_try_at", { withTimezone: true }).notNull(),
    attempts: integer().notNull().default(0),
    lastError: text("last_error"),
    sentAt: timestamp("sent_at", { withTimezone: true }),
    /** Given up after a day of tries. */
    failedAt: timestamp("failed_at", { withTimezone: true }),
  },
  (table) => [
    index("mails_due").on(table.nextTryAt),
    index("mails_failed")
      .on(table.failedAt)
      .where(sql`${table.failedAt} is not null`),
  ],
);
