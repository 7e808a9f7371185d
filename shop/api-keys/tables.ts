import { jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { ApiScope } from "./api-key.ts";

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** Keys with which programs use the API. A revoked one stays as a row, so that its history can be explained. */
export const apiKeys = pgTable("api_keys", {
  id: uuid().primaryKey().defaultRandom(),
  name: text().notNull(),
  /** SHA-256 of the key: enough to recognise it, of no use to who reads the database. */
  digest: text().notNull().unique(),
  /** What the key begins with. */
  beginning: text().notNull(),
  scopes: jsonb().$type<ApiScope[]>().notNull(),
  createdAt: moment("created_at").notNull(),
  createdBy: text("created_by").notNull(),
  expiresAt: moment("expires_at"),
  /** To the minute. */
  lastUsedAt: moment("last_used_at"),
  revokedAt: moment("revoked_at"),
});
