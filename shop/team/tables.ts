import { integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { TeamRole } from "../accounts/account.ts";
import { users } from "../accounts/tables.ts";

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** Invitations to the team that were neither accepted nor revoked; one for each address. */
export const invitations = pgTable("invitations", {
  id: uuid().primaryKey().defaultRandom(),
  /** In lower case. */
  email: text().notNull().unique(),
  role: text().$type<TeamRole>().notNull(),
  /** SHA-256 of the token in the link; null until the mail is sent, which makes it. */
  digest: text().unique(),
  /** How often it was mailed. A queued mail of an earlier time is not sent. */
  mailing: integer().notNull().default(1),
  /** The owner who invites. An invitation ends with their access. */
  invitedBy: text("invited_by")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" }),
  invitedAt: moment("invited_at").notNull(),
  expiresAt: moment("expires_at").notNull(),
});
