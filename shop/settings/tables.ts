import { integer, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** Stored settings by name; the others have their defaults. */
export const settings = pgTable("settings", {
  name: text().primaryKey(),
  value: jsonb().notNull(),
  /** Incremented with every change. */
  version: integer().notNull().default(1),
  updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
});

/** Generated secrets of this shop, such as the key that signs tracking links. */
export const secrets = pgTable("secrets", {
  name: text().primaryKey(),
  value: text().notNull(),
});
/** What is true of this installation only, by name: a restore and a move leave it behind. */
export const installationFacts = pgTable("installation_facts", {
  name: text().primaryKey(),
  value: jsonb().notNull(),
});
