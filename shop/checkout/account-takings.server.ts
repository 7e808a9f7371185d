import { and, eq, gt, inArray, isNotNull, ne, notExists, or, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { sessions } from "../accounts/tables.ts";
import { kindOf } from "../catalog/goods.ts";
import type { ActingAccount, CheckoutChange } from "../checkouts/checkout.ts";
import { lockCheckout, type StoredCheckout } from "../checkouts/lock-checkout.server.ts";
import { checkouts } from "../checkouts/tables.ts";
import { loadFacts } from "../payments/facts.server.ts";
import { releaseCredit } from "../payments/reductions.server.ts";

/** Checkouts without an order. */
const isOpenOrLeft = inArray(checkouts.state, ["open", "left"]);

const BATCH_SIZE = 100;

/**
 * Returns whether what a checkout took from an account (credit, a recipient, the account that credit is bought for) still
 * counts: while that account is signed in in this browser, and may act.
 */
export function stillActs(checkout: StoredCheckout, account: ActingAccount | null): boolean {
  const { takenBy, creditCents, package: pkg, email } = checkout;
  if (takenBy === null) return true;
  if (account?.id !== takenBy) return false;
  if (creditCents > 0 && !account.emailVerified) return false;
  // Credit is bought for the account of this address.
  return kindOf(pkg) !== "credit" || email === null || email === account.email;
}

/**
 * Ends what a locked checkout took from an account that no longer acts in this browser: its credit returns, and the entries
 * of step 1 are emptied. One with an amount is left instead, since a payment may be on its way, and a new one takes its
 * place. Once money was seen the price stays as it is. Returns the checkout that the browser has then.
 */
export async function endTakings(
  tx: Db,
  checkout: StoredCheckout,
  now: Date,
): Promise<StoredCheckout> {
  const { id, creditCents } = checkout;
  const released = creditCents > 0 ? await releaseCredit(tx, checkout, { now }) : null;
  const changes: CheckoutChange[] = [
    ...checkout.changes,
    ...(released?.ok ? [{ kind: "credit" as const, cents: creditCents }] : []),
    { kind: "signed-out" },
  ];
  const isQuoted = (await loadFacts(tx, id)).quotes.length > 0;
  if (!isQuoted) {
    const emptied = { ...nobody, changes, updatedAt: now };
    await tx.update(checkouts).set(emptied).where(eq(checkouts.id, id));
    return { ...(released?.ok ? released.value : checkout), ...emptied };
  }
  await tx.update(checkouts).set({ state: "left", updatedAt: now }).where(eq(checkouts.id, id));
  const { visitorHash, package: pkg, country, language, shownIn, couponCode } = checkout;
  const [fresh] = await tx
    .insert(checkouts)
    .values({
      ...{ visitorHash, package: pkg, country, language, shownIn, couponCode, changes },
      ...{ createdAt: now, updatedAt: now },
    })
    .returning();
  if (!fresh) throw new Error(`no checkout in place of ${id}`);
  return fresh;
}

/** The columns of step 1, empty. */
const nobody = {
  ...{ tiktokUsername: null, tiktokUid: null, email: null, giftEmail: null, giftMessage: "" },
  ...{ takenBy: null, takenIn: null },
};

/** The checkouts without an order that hold credit of this account, but for the one of this browser. */
const heldElsewhere = (userId: string, visitorHash: string | null) =>
  and(
    eq(checkouts.takenBy, userId),
    isOpenOrLeft,
    gt(checkouts.creditCents, 0),
    visitorHash === null
      ? undefined
      : or(ne(checkouts.visitorHash, visitorHash), eq(checkouts.state, "left")),
  );

/** Returns the credit that checkouts of an account hold that were left: in other browsers, or for another package. */
export async function creditHeldElsewhere(
  db: Db,
  userId: string,
  visitorHash: string | null,
): Promise<number> {
  const [row] = await db
    .select({ cents: sql<number>`coalesce(sum(${checkouts.creditCents}), 0)`.mapWith(Number) })
    .from(checkouts)
    .where(heldElsewhere(userId, visitorHash));
  return row?.cents ?? 0;
}

/**
 * Takes the credit back that checkouts of an account hold that were left. Returns the cents; what a payment has arrived for
 * stays with it.
 */
export async function takeCreditBack(
  db: Db,
  { userId, visitorHash, now }: { userId: string; visitorHash: string | null; now: Date },
): Promise<number> {
  const held = await db
    .select({ id: checkouts.id })
    .from(checkouts)
    .where(heldElsewhere(userId, visitorHash));
  const kind = "taken-back";
  return returnCredit(db, held, { now, kind, isDue: ({ takenBy }) => takenBy === userId });
}

/** Returns the credit that a session holds in checkouts, and that of a browser, when its person signs out. */
export async function returnCreditAtSignOut(
  db: Db,
  { sessionId, visitorHash, now }: { sessionId: string; visitorHash: string | null; now: Date },
): Promise<void> {
  const ofBrowser = visitorHash === null ? undefined : eq(checkouts.visitorHash, visitorHash);
  const held = await db
    .select({ id: checkouts.id })
    .from(checkouts)
    .where(
      and(
        isOpenOrLeft,
        gt(checkouts.creditCents, 0),
        isNotNull(checkouts.takenBy),
        or(eq(checkouts.takenIn, sessionId), ofBrowser),
      ),
    );
  await returnCredit(db, held, { now, kind: "credit" });
}

/**
 * Returns the credit of checkouts whose session was ended: by signing out, a new password, a block or the deletion of the
 * account. One that is idle still has its row: a payment of the amount shown may arrive. Returns how many.
 */
export async function returnCreditOfEndedSessions(db: Db, now: Date): Promise<number> {
  const session = db
    .select({ one: sql`1` })
    .from(sessions)
    .where(eq(sessions.id, checkouts.takenIn));
  const held = await db
    .select({ id: checkouts.id })
    .from(checkouts)
    .where(
      and(
        isOpenOrLeft,
        gt(checkouts.creditCents, 0),
        isNotNull(checkouts.takenIn),
        notExists(session),
      ),
    )
    .limit(BATCH_SIZE);
  await returnCredit(db, held, { now, kind: "credit" });
  return held.length;
}

async function returnCredit(
  db: Db,
  held: readonly { id: string }[],
  change: {
    now: Date;
    kind: "credit" | "taken-back";
    isDue?: (checkout: StoredCheckout) => boolean;
  },
): Promise<number> {
  const { now, kind, isDue = () => true } = change;
  let cents = 0;
  for (const { id } of held)
    cents += await db.transaction(async (tx) => {
      const checkout = await lockCheckout(tx, id);
      if (!checkout || checkout.creditCents === 0 || !isDue(checkout)) return 0;
      if (checkout.state !== "open" && checkout.state !== "left") return 0;
      const { creditCents } = checkout;
      const changes = [...checkout.changes, { kind, cents: creditCents }];
      return (await releaseCredit(tx, checkout, { now, changes })).ok ? creditCents : 0;
    });
  return cents;
}
