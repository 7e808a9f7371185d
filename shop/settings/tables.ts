import { integer, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** The owner's choices by name; what is absent has its default. */
export const settings = pgTable("settings", {
  name: text().primaryKey(),
  value: jsonb().notNull(),
  /** Goes up with every change. */
  version: integer().notNull().default(1),
  updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
});

/** Keys this shop made for itself at its first start, such as the one that signs tracking links. */
export const secrets = pgTable("secrets", {
  name: text().primaryKey(),
  value: text().notNull(),
});
