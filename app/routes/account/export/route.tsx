import { servicesContext } from "#app/context.ts";
import { requireSignedIn } from "#app/session.server.ts";
import { listIdentities } from "#shop/accounts/accounts.server.ts";
import { listPasskeys } from "#shop/accounts/passkeys.server.ts";
import { listSessions } from "#shop/accounts/sessions.server.ts";
import { mailsTo } from "#shop/mail/mail-list.server.ts";
import { readSubscriber } from "#shop/newsletter/subscribers.server.ts";
import { creditHistory, readBalance } from "#shop/credit/credit.server.ts";
import { ledgerOf, loyaltyOf } from "#shop/loyalty/loyalty.server.ts";
import { ordersOfEmail } from "#shop/orders/orders-of-email.server.ts";
import { readConversations } from "#shop/orders/conversation.server.ts";
import { listRecipients, listRemovedRecipients } from "#shop/orders/recipients.server.ts";
import type { Route } from "./+types/route";

/** Downloads all data stored about the signed-in user as JSON, except what the administrators note for themselves. */
export async function loader({ context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const { account, sessionId } = requireSignedIn(context);
  const everything = { search: "", page: 1, perPage: 100_000 };
  const { orders } = account.emailVerified
    ? await ordersOfEmail(db, account.email, everything)
    : { orders: [] };
  const emails = account.emailVerified ? await mailsTo(db, account.email, everything.perPage) : [];
  const messages = await readConversations(
    db,
    orders.map(({ id }) => id),
  );
  const recipients = account.emailVerified ? await listRecipients(db, account) : [];
  const file = {
    account,
    orders: orders.map(({ checkoutId: _, note: __, version: ___, ...order }) => ({
      ...order,
      messages: messages.get(order.id) ?? [],
    })),
    savedRecipients: recipients.map(({ email: _, ...recipient }) => recipient),
    removedRecipients: await listRemovedRecipients(db, account.id),
    loyalty: { ...(await loyaltyOf(db, account.id)), ledger: await ledgerOf(db, account.id) },
    credit: {
      ...(await readBalance(db, account.id)),
      history: await creditHistory(db, account.id),
    },
    signsInWith: await listIdentities(db, account.id),
    passkeys: await listPasskeys(db, account.id),
    newsletter: account.emailVerified ? await readSubscriber(db, account.email) : null,
    emails: emails.map(({ subject, template, createdAt, sentAt }) => ({
      subject,
      template,
      createdAt,
      sentAt,
    })),
    sessions: await listSessions(db, account.id, sessionId),
  };
  return new Response(JSON.stringify(file, null, 2), {
    headers: {
      "content-type": "application/json; charset=utf-8",
      "content-disposition": 'attachment; filename="my-data.json"',
    },
  });
}
