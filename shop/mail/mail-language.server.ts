import { eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { normalizeEmail } from "#lib/email.ts";
import { currentLanguage } from "#messages/current.server.ts";
import type { Language } from "#messages/languages.ts";
import { users } from "../accounts/tables.ts";
import { subscribers } from "../newsletter/tables.ts";
import { orders } from "../orders/tables.ts";
import type { MailMessage } from "./mail-message.ts";

/**
 * Returns the language of a mail that is being queued: that of its order, else of its recipient's account or
 * subscription, else of the current request. Decided in the statement that inserts it. Mails to the team are in English.
 */
export function mailLanguage(
  tx: Db,
  { to, message }: { to: string; message: MailMessage },
): Language | SQL {
  const { template } = message;
  if (template.startsWith("admin-") || template === "test-mail" || template === "invitation")
    return "en";
  if ("orderId" in message) {
    const order = tx
      .select({ language: orders.language })
      .from(orders)
      .where(eq(orders.id, message.orderId));
    return sql`coalesce(${order}, ${currentLanguage()})`;
  }
  const email = normalizeEmail(to);
  const account = tx.select({ language: users.language }).from(users).where(eq(users.email, email));
  const subscriber = tx
    .select({ language: subscribers.language })
    .from(subscribers)
    .where(eq(subscribers.email, email));
  return template.startsWith("newsletter")
    ? sql`coalesce(${subscriber}, ${account}, ${currentLanguage()})`
    : sql`coalesce(${account}, ${subscriber}, ${currentLanguage()})`;
}
