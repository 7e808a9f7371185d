import { integer, jsonb, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import type { Language } from "#messages/languages.ts";

/** Stored settings by name; the others have their defaults. */
export const settings = pgTable("settings", {
  name: text().primaryKey(),
  value: jsonb().notNull(),
  /** Incremented with every change. */
  version: integer().notNull().default(1),
  updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
});

/** The owner's texts in other languages than English, by the name of their setting or package (`owner-texts.ts`). */
export const ownerTexts = pgTable(
  "owner_texts",
  {
    name: text().notNull(),
    language: text().$type<Language>().notNull(),
    /** Empty for none: the row keeps its version. */
    text: text().notNull(),
    /** Incremented with every change. */
    version: integer().notNull().default(1),
    updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.name, table.language] })],
);

/** Generated secrets of this shop, such as the key that signs tracking links. */
export const secrets = pgTable("secrets", {
  name: text().primaryKey(),
  value: text().notNull(),
});
/** What is true of this installation only, by name: a restore and a move leave it behind, but for `made-in`. */
export const installationFacts = pgTable("installation_facts", {
  name: text().primaryKey(),
  value: jsonb().notNull(),
});
