import { and, eq, isNull } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { users } from "./tables.ts";
import { accountAddress } from "../mail/addresses.ts";
import type { AdminMailMessage } from "../mail/admin-mail.ts";
import { enqueueMails } from "../mail/mails.server.ts";
import type { NewMail } from "../mail/new-mail.ts";
import type { Settings } from "../settings/settings.ts";
import { readSettings } from "../settings/settings.server.ts";

/** The setting that switches each kind of mail on or off. */
const settingOf = {
  "admin-order": "newOrders",
  "admin-payment": "paymentConfirmations",
  "admin-alert": "systemAlerts",
  "admin-delivery": "systemAlerts",
  "admin-daily": "dailySummary",
  "admin-message": "buyerMessages",
  "admin-withdrawal": "buyerMessages",
} as const satisfies Record<string, keyof Settings>;

/** A mail to all administrators. `key` names the event: a second mail with the same key is not enqueued. */
interface AdminMail {
  key: string;
  message: AdminMailMessage;
}

/** Enqueues a mail to every administrator, unless mails of this kind are switched off. */
export async function mailAdministrators(
  tx: Db,
  { now, ...mail }: AdminMail & { now: Date },
): Promise<void> {
  await enqueueMails(tx, await administratorMails(tx, mail, await readSettings(tx)), now);
}

/** Returns the mails to all administrators; none if mails of this kind are switched off. */
export async function administratorMails(
  tx: Db,
  { key, message }: AdminMail,
  settings: Settings,
): Promise<NewMail[]> {
  if (!settings[settingOf[message.template]]) return [];
  const found = await tx
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(and(eq(users.role, "admin"), isNull(users.blockedAt)));
  return found.map((user) => ({ key: `${key}:${user.id}`, to: accountAddress(user), message }));
}
