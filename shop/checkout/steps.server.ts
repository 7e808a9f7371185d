import { and, desc, eq, gt } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { checkouts } from "../checkouts/tables.ts";
import { creditBalances } from "../credit/tables.ts";
import { orders } from "../orders/tables.ts";
import { quotes } from "../payments/tables.ts";
import { type Result, ok } from "#lib/result.ts";
import { isUuid } from "#lib/text.ts";
import type { CoinPackage } from "../catalog/package.ts";
import { findForSale, type Unavailable } from "../catalog/packages.server.ts";
import { type StoredCheckout, takenFrom, toCheckout } from "../checkouts/lock-checkout.server.ts";
import { orderOfCheckout, type StoredOrder } from "../orders/orders.server.ts";
import type { PaymentMethod } from "../settings/payment-method.ts";
import { loadFacts } from "../payments/facts.server.ts";
import { heldQuote } from "../payments/model/held.ts";
import { hasMoney } from "../payments/model/payment.ts";
import { releaseCredit } from "../payments/reductions.server.ts";
import {
  type ActingAccount,
  type Checkout,
  detailsOf,
  type Recipient,
} from "../checkouts/checkout.ts";
import { addMs, HOUR_MS } from "#lib/time.ts";
import { currentLanguage, currentlyShown } from "#messages/current.server.ts";

/** The columns of a checkout that a selection sets. */
type Selection = Omit<typeof checkouts.$inferInsert, "id" | "state" | "createdAt">;

/** A visitor's open checkout; an earlier version left one open whose payment had placed its order. */
export interface OpenCheckout {
  checkout: Checkout;
  order: StoredOrder | null;
  /** The credit that the account of `userId` has left, in cents. */
  accountCents: number;
}

/** Returns the visitor's open checkout, or null; with the credit of the account that can use it there, if it is given. */
export async function findOpenCheckout(
  db: Db,
  visitorHash: string,
  { userId }: { userId: string | null } = { userId: null },
): Promise<OpenCheckout | null> {
  const [row] = await db
    .select({ checkout: checkouts, order: orders, accountCents: creditBalances.cents })
    .from(checkouts)
    .leftJoin(orders, eq(orders.checkoutId, checkouts.id))
    .leftJoin(creditBalances, eq(creditBalances.userId, userId ?? ""))
    .where(and(eq(checkouts.visitorHash, visitorHash), eq(checkouts.state, "open")));
  if (!row) return null;
  const { checkout, order, accountCents } = row;
  return { checkout: toCheckout(checkout), order, accountCents: accountCents ?? 0 };
}

/** Returns whether a checkout exists and is this visitor's. */
export async function isCheckoutOf(
  db: Db,
  checkoutId: string,
  visitorHash: string | null,
): Promise<boolean> {
  if (!visitorHash || !isUuid(checkoutId)) return false;
  const [row] = await db
    .select({ id: checkouts.id })
    .from(checkouts)
    .where(and(eq(checkouts.id, checkoutId), eq(checkouts.visitorHash, visitorHash)));
  return row !== undefined;
}

/**
 * Selects a package in the visitor's checkout. Another package replaces the selected one, or opens a new checkout if
 * the old one has a quote, which stays valid. A visitor without an open checkout, as nearly all are, needs no lock.
 * With a recipient, as when an order is bought again, a quoted checkout is only reused for the same purchase.
 */
export async function selectPackage(
  db: Db,
  input: {
    visitorHash: string;
    packageId: string;
    recipient?: Recipient;
    /** The country of an order that is bought again. */
    country?: string | null;
    /** The code of an existing coupon, which step 2 applies; one that was entered before stays otherwise. */
    couponCode?: string;
    /** Whose recipient it is; null or left out for a guest's. */
    account?: ActingAccount | null;
    now: Date;
  },
): Promise<Result<Checkout, Unavailable>> {
  const { visitorHash, packageId, recipient, country, couponCode, account = null, now } = input;
  const found = await findForSale(db, packageId, now);
  if (!found.ok) return found;
  const chosen = found.value;
  // What a coupon takes off depends on the package, so that step 2 applies it again.
  const selection = {
    ...{ visitorHash, package: chosen, couponCents: 0, changes: [], updatedAt: now },
    ...(recipient && { ...recipient, ...takenFrom(account) }),
    language: currentLanguage(),
    shownIn: currentlyShown(),
    ...(country && { country }),
    ...(couponCode && { couponCode }),
  };
  const opened = await insertOpenCheckout(db, selection);
  if (opened) return ok(toCheckout(opened));
  return db.transaction(async (tx) => {
    const open = await lockOpenCheckout(tx, selection);
    if (!(await hasQuote(tx, open.id))) {
      if (open.creditCents > 0) await releaseCredit(tx, open, { now });
      const [updated] = await tx
        .update(checkouts)
        .set(selection)
        .where(eq(checkouts.id, open.id))
        .returning();
      return ok(toCheckout(updated ?? open));
    }
    const isSame = recipient
      ? await isSamePurchase(tx, toCheckout(open), chosen, recipient)
      : open.package.id === chosen.id;
    if (isSame && couponCode && open.couponCents === 0)
      await tx.update(checkouts).set({ couponCode }).where(eq(checkouts.id, open.id));
    if (isSame) return ok(toCheckout(open));
    // Unless money has arrived, which pays for an order as it was shown.
    if (open.creditCents > 0) await releaseCredit(tx, open, { now });
    await tx
      .update(checkouts)
      .set({ state: "left", updatedAt: now })
      .where(eq(checkouts.id, open.id));
    // The recipient is copied, so that it need not be entered again.
    const { tiktokUsername, tiktokUid, email, giftEmail, giftMessage, takenBy, takenIn } = open;
    const entered = { tiktokUsername, tiktokUid, email, giftEmail, giftMessage, takenBy, takenIn };
    const kept = { ...entered, country: open.country, couponCode: open.couponCode };
    const fresh = await insertOpenCheckout(tx, { ...kept, ...selection });
    if (!fresh) throw new Error("the new checkout was not stored");
    return ok(toCheckout(fresh));
  });
}

/** Returns whether a checkout without money is for this package, at its price now, and this recipient. */
async function isSamePurchase(
  tx: Db,
  open: Checkout,
  chosen: CoinPackage,
  recipient: Recipient,
): Promise<boolean> {
  if (detailsOf(open) !== detailsOf({ ...open, package: chosen, recipient })) return false;
  return !hasMoney(await loadFacts(tx, open.id));
}

/** A package that can no longer be bought. A checkout with a held amount keeps it: money may be on its way. */
export interface TakenOffSale {
  reason: Exclude<Unavailable, "unknown">;
  isKept: boolean;
}

/** Returns whether the package of an open checkout was sold out or taken off sale since it was selected. */
export async function findTakenOffSale(
  db: Db,
  checkout: Checkout,
  now: Date,
): Promise<TakenOffSale | null> {
  const found = await findForSale(db, checkout.package.id, now);
  if (found.ok) return null;
  const reason = found.error === "unknown" ? "gone" : found.error;
  return { reason, isKept: heldQuote(await loadFacts(db, checkout.id), now) !== null };
}

/** Saves the chosen payment method. */
export async function chooseMethod(
  db: Db,
  checkoutId: string,
  method: PaymentMethod | null,
  now: Date,
): Promise<void> {
  await db
    .update(checkouts)
    .set({
      paymentMethod: method,
      language: currentLanguage(),
      shownIn: currentlyShown(),
      updatedAt: now,
    })
    .where(and(eq(checkouts.id, checkoutId), eq(checkouts.state, "open")));
}

/** Returns the visitor's last order if it was placed within the last hour, for a stale tab of the checkout. */
export async function readRecentOrderId(
  db: Db,
  visitorHash: string | null,
  now: Date,
): Promise<string | null> {
  if (!visitorHash) return null;
  const [row] = await db
    .select({ id: checkouts.id })
    .from(checkouts)
    .where(
      and(
        eq(checkouts.visitorHash, visitorHash),
        eq(checkouts.state, "done"),
        gt(checkouts.updatedAt, addMs(now, -HOUR_MS)),
      ),
    )
    .orderBy(desc(checkouts.updatedAt))
    .limit(1);
  const order = row && (await orderOfCheckout(db, row.id));
  return order?.id ?? null;
}

/** Locks the visitor's open checkout until the transaction ends, and creates it if there is none. */
async function lockOpenCheckout(tx: Db, selection: Selection): Promise<StoredCheckout> {
  const { visitorHash } = selection;
  // A concurrent request waits here. If the first one has closed the checkout, the loop finds or creates the next one.
  for (;;) {
    const [open] = await tx
      .select()
      .from(checkouts)
      .where(and(eq(checkouts.visitorHash, visitorHash), eq(checkouts.state, "open")))
      .for("no key update");
    const locked = open ?? (await insertOpenCheckout(tx, selection));
    if (locked) return locked;
  }
}

/** Creates the visitor's open checkout; returns null if there is one. */
async function insertOpenCheckout(db: Db, selection: Selection): Promise<StoredCheckout | null> {
  const [inserted] = await db
    .insert(checkouts)
    .values({ ...selection, createdAt: selection.updatedAt })
    .onConflictDoNothing()
    .returning();
  return inserted ?? null;
}

async function hasQuote(tx: Db, checkoutId: string): Promise<boolean> {
  const [quote] = await tx
    .select({ id: quotes.id })
    .from(quotes)
    .where(eq(quotes.checkoutId, checkoutId))
    .limit(1);
  return quote !== undefined;
}
