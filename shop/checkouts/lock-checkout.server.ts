import { and, eq } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { currentLanguage, currentlyShown } from "#messages/current.server.ts";
import { kindOf } from "../catalog/goods.ts";
import type { ActingAccount, Checkout } from "./checkout.ts";
import { checkouts } from "./tables.ts";

export type StoredCheckout = typeof checkouts.$inferSelect;

/**
 * Locks a checkout, its order and its payment until the transaction ends; returns null for an unknown id. Every
 * transaction acquires this lock first, which prevents deadlocks.
 */
export async function lockCheckout(tx: Db, id: string): Promise<StoredCheckout | null> {
  const [checkout] = await tx
    .select()
    .from(checkouts)
    .where(eq(checkouts.id, id))
    // `for update` would conflict with the key-share lock that an inserted foreign key (a receipt) holds, and two
    // such transactions would deadlock.
    .for("no key update");
  return checkout ?? null;
}

/** Returns whether step 1 was completed for the package that is chosen now. */
export function isComplete(
  checkout: StoredCheckout,
): checkout is StoredCheckout & { email: string } {
  const { package: pkg, tiktokUsername, giftEmail, email } = checkout;
  if (!email) return false;
  switch (kindOf(pkg)) {
    case "coins":
      return tiktokUsername !== null;
    case "credit":
      // Another kind's email may be of no account: step 1 is to be completed for credit itself.
      return tiktokUsername === null && giftEmail === null;
    case "gift_code":
      return giftEmail !== null;
  }
}

/** Returns who gets what is bought; step 1 may also have entries for a package that was chosen before. */
export function recipientOf({ package: pkg, ...checkout }: StoredCheckout) {
  const { tiktokUsername, tiktokUid, giftEmail, giftMessage } = checkout;
  const nobody = { tiktokUsername: null, tiktokUid: null, giftEmail: null, giftMessage: "" };
  switch (kindOf(pkg)) {
    case "coins":
      return { ...nobody, tiktokUsername, tiktokUid };
    case "credit":
      return nobody;
    case "gift_code":
      return { ...nobody, giftEmail, giftMessage };
  }
}

/** Returns the columns that say which account and session entered a recipient or used credit. */
export function takenFrom(account: ActingAccount | null) {
  return { takenBy: account?.id ?? null, takenIn: account?.sessionId ?? null };
}

/**
 * Saves the recipient or the buyer of a checkout that is open, and the country if it is given. What a signed-in buyer enters
 * belongs to the account.
 */
export async function saveRecipient(
  db: Db,
  id: string,
  recipient: Partial<
    Pick<
      StoredCheckout,
      "tiktokUsername" | "tiktokUid" | "email" | "country" | "giftEmail" | "giftMessage"
    >
  >,
  now: Date,
  account: ActingAccount | null = null,
): Promise<void> {
  await db
    .update(checkouts)
    .set({
      ...recipient,
      ...takenFrom(account),
      language: currentLanguage(),
      shownIn: currentlyShown(),
      updatedAt: now,
    })
    .where(and(eq(checkouts.id, id), eq(checkouts.state, "open")));
}

/** Returns a stored checkout as the screens show it. */
export function toCheckout(row: StoredCheckout): Checkout {
  const { tiktokUsername, tiktokUid, email, giftEmail, giftMessage } = row;
  const isCoins = kindOf(row.package) === "coins";
  const gift = giftEmail === null ? null : { email: giftEmail, message: giftMessage };
  return {
    id: row.id,
    package: row.package,
    recipient: isCoins && tiktokUsername && email ? { tiktokUsername, tiktokUid, email } : null,
    ...(!isCoins && isComplete(row) && { buyer: { email: row.email, gift } }),
    country: row.country,
    paymentMethod: row.paymentMethod,
    couponCode: row.couponCode,
    couponCents: row.couponCents,
    creditCents: row.creditCents,
    changes: row.changes,
  };
}
