import { and, eq, isNull } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { users } from "#db/schema/accounts.server.ts";
import type {
  AdminAlertMail,
  AdminDailyMail,
  AdminOrderMail,
  AdminPaymentMail,
} from "#shop/mail/mail.ts";
import { enqueueMail } from "#shop/mail/mails.server.ts";
import type { Settings } from "#shop/settings/settings.ts";
import { readSettings } from "#shop/settings/settings.server.ts";

/** Which setting decides whether a mail to administrators is sent. */
const settingOf = {
  "admin-order": "newOrders",
  "admin-payment": "paymentConfirmations",
  "admin-alert": "systemAlerts",
  "admin-daily": "dailySummary",
} as const satisfies Record<string, keyof Settings>;

/**
 * Puts a mail to every administrator into the outbox, unless the owner wants none of that kind. `key` names
 * what happened: told twice, it is one mail to each.
 */
export async function mailAdministrators(
  tx: Db,
  mail: {
    key: string;
    message: AdminOrderMail | AdminPaymentMail | AdminAlertMail | AdminDailyMail;
    now: Date;
  },
): Promise<void> {
  const { key, message, now } = mail;
  if (!(await readSettings(tx))[settingOf[message.template]]) return;
  const administrators = await tx
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(and(eq(users.role, "admin"), isNull(users.blockedAt)));
  for (const { id, email } of administrators)
    await enqueueMail(tx, { key: `${key}:${id}`, to: email, message, now });
}
