import { jsonb, pgTable, text } from "drizzle-orm/pg-core";

/** What is true of this installation only, by name: a restore and a move leave it behind. */
export const installationFacts = pgTable("installation_facts", {
  name: text().primaryKey(),
  value: jsonb().notNull(),
});
