import { jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { ApiScope } from "./api-key.ts";

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** API keys. A revoked one remains as a row for the audit log. */
export const apiKeys = pgTable("api_keys", {
  id: uuid().primaryKey().defaultRandom(),
  name: text().notNull(),
  /** SHA-256 of the key, so that the database does not reveal keys. */
  digest: text().notNull().unique(),
  /** The first characters of the key. */
  prefix: text("beginning").notNull(),
  scopes: jsonb().$type<ApiScope[]>().notNull(),
  createdAt: moment("created_at").notNull(),
  createdBy: text("created_by").notNull(),
  /** The user who created it, whose role limits what it may. */
  creatorId: text("creator_id"),
  expiresAt: moment("expires_at"),
  /** To the minute. */
  lastUsedAt: moment("last_used_at"),
  revokedAt: moment("revoked_at"),
});
