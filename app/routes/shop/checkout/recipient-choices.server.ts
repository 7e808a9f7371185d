import type { RouterContextProvider } from "react-router";
import { servicesContext } from "#app/context.ts";
import { signedInOf } from "#app/session.server.ts";
import { lastRecipientOf, listRecipients } from "#shop/orders/recipients.server.ts";
import type { RecipientChoices } from "./recipient-choices.tsx";

const SHOWN_MAX = 6;

/**
 * Returns what step 1 offers: to a signed-in buyer the account's recipients, to a guest the recipient of the last order
 * that this browser may see.
 */
export async function recipientChoices(
  context: Readonly<RouterContextProvider>,
  visitorHash: string | null,
): Promise<RecipientChoices> {
  const { db } = context.get(servicesContext);
  const account = signedInOf(context)?.account;
  if (account) {
    const saved = account.emailVerified ? await listRecipients(db, account) : [];
    return { accountEmail: account.email, recipients: saved.slice(0, SHOWN_MAX) };
  }
  const last = visitorHash ? await lastRecipientOf(db, visitorHash) : null;
  return { accountEmail: null, recipients: last ? [last] : [] };
}
