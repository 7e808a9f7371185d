import { integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";

/** Counts of attempts per window, shared by all instances. */
export const attempts = pgTable(
  "attempts",
  {
    /** The action and its subject, such as `track:203.0.113.7`. */
    key: text().notNull(),
    windowStart: timestamp("window_start", { withTimezone: true }).notNull(),
    count: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.key, table.windowStart] })],
);
