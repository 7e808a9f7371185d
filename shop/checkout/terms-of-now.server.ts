import { and, eq } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { findForSale } from "../catalog/packages.server.ts";
import type { ActingAccount, Checkout, CheckoutChange } from "../checkouts/checkout.ts";
import {
  lockCheckout,
  type StoredCheckout,
  toCheckout,
} from "../checkouts/lock-checkout.server.ts";
import { checkouts } from "../checkouts/tables.ts";
import { checkCode } from "../payments/coupon-uses.server.ts";
import { loadFacts, type StoredFacts } from "../payments/facts.server.ts";
import { heldQuote } from "../payments/model/held.ts";
import { hasMoney } from "../payments/model/payment.ts";
import { runningQuotes } from "../payments/quotes.server.ts";
import { setReductions } from "../payments/reductions.server.ts";
import { endTakings, stillActs } from "./account-takings.server.ts";

interface Request {
  account: ActingAccount | null;
  /** An amount is about to be opened: one that has ended holds nothing then, and a remembered code is applied. */
  opensAmount?: boolean;
  /** The email address was changed, by which a coupon may be limited. */
  emailChanged?: boolean;
  now: Date;
}

/**
 * Brings the open checkout of a browser to what counts now: what is not held (`heldQuote`) is of now, and what an account
 * gave counts while it acts. What changed stands in `changes`, for the page to say before anything binds. Returns the
 * checkout that the browser has then.
 */
export async function bringUpToDate(
  db: Db,
  checkoutId: string,
  request: Request,
): Promise<Checkout | null> {
  const [seen] = await db.select().from(checkouts).where(eq(checkouts.id, checkoutId));
  if (seen?.state !== "open") return seen ? toCheckout(seen) : null;
  // Nearly always nothing has changed, which needs no lock.
  const isCurrent = stillActs(seen, request.account) && !(await findTerms(db, seen, request));
  if (isCurrent) return toCheckout(await adopt(db, seen, request.account));
  return db.transaction(async (tx) => {
    const locked = await lockCheckout(tx, checkoutId);
    if (locked?.state !== "open") return locked && toCheckout(locked);
    const own = stillActs(locked, request.account)
      ? locked
      : await endTakings(tx, locked, request.now);
    return toCheckout((await applyTerms(tx, own, request)) ?? own);
  });
}

interface TermsRequest extends Omit<Request, "account"> {
  /** Known facts of the payment, which are not loaded again. */
  facts?: StoredFacts;
  /** Locks the coupon, for the transaction that places the order. */
  lock?: boolean;
}

/** Applies the terms of now to a locked, open checkout; returns null if nothing has changed. */
export async function applyTerms(
  tx: Db,
  checkout: StoredCheckout,
  request: TermsRequest,
): Promise<StoredCheckout | null> {
  const found = await findTerms(tx, checkout, request);
  if (!found) return null;
  const { changes, ...terms } = found;
  const { now } = request;
  const all = [...checkout.changes, ...changes];
  const changed = await setReductions(tx, checkout, { ...terms, changes: all, now });
  if (!changed.ok) throw new Error(`terms of checkout ${checkout.id}: ${changed.error}`);
  return changed.value;
}

/** Forgets what was said about changes, once the buyer goes on from there. */
export async function forgetChanges(db: Db, checkoutId: string): Promise<void> {
  await db.update(checkouts).set({ changes: [] }).where(eq(checkouts.id, checkoutId));
}

/** A password that the person changed in this browser has started another session. */
async function adopt(
  db: Db,
  checkout: StoredCheckout,
  account: ActingAccount | null,
): Promise<StoredCheckout> {
  if (checkout.takenBy === null || !account || checkout.takenIn === account.sessionId)
    return checkout;
  await db
    .update(checkouts)
    .set({ takenIn: account.sessionId })
    .where(and(eq(checkouts.id, checkout.id), eq(checkouts.takenBy, account.id)));
  return { ...checkout, takenIn: account.sessionId };
}

type Terms = Pick<StoredCheckout, "package" | "couponCents"> & { changes: CheckoutChange[] };

/** Returns the terms of now where they differ from those of a checkout; null while they are the same, or held. */
async function findTerms(
  db: Db,
  checkout: StoredCheckout,
  request: TermsRequest,
): Promise<Terms | null> {
  const { opensAmount = false, emailChanged = false, lock = false, now } = request;
  const facts = request.facts ?? (await loadFacts(db, checkout.id));
  if (hasMoney(facts)) return null;
  const isHeld = opensAmount ? runningQuotes(facts, now).length > 0 : heldQuote(facts, now);
  // A code that came with a link, or was entered for another package, is applied to an amount that runs, too.
  const appliesCode = opensAmount && checkout.couponCents === 0;
  if (isHeld && !emailChanged && !appliesCode) return null;
  const found = isHeld ? null : await findForSale(db, checkout.package.id, now);
  const pkg = found?.ok ? found.value : checkout.package;
  const before = checkout.package;
  const changes: CheckoutChange[] = [];
  if (pkg.priceCents !== before.priceCents)
    changes.push({
      kind: "price",
      beforeCents: before.priceCents,
      afterCents: pkg.priceCents,
    });
  if (
    pkg.coins !== before.coins ||
    pkg.kind !== before.kind ||
    pkg.valueCents !== before.valueCents
  )
    changes.push({ kind: "package" });
  const { couponCode: code, couponCents: beforeCents, email } = checkout;
  let afterCents = beforeCents;
  if (code !== null && email && (beforeCents > 0 || appliesCode)) {
    const request = { code, package: pkg, email, checkoutId: checkout.id, lock, now };
    const checked = await checkCode(db, request);
    afterCents = checked.ok ? checked.value.couponCents : 0;
    if (afterCents !== beforeCents && beforeCents > 0)
      changes.push({ kind: "coupon", code, beforeCents, afterCents });
  }
  if (changes.length === 0 && afterCents === beforeCents) return null;
  return { package: pkg, couponCents: afterCents, changes };
}
