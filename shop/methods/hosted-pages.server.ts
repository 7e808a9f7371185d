import { and, desc, eq, gt, inArray, or } from "drizzle-orm";
import { isNextDue } from "#db/claim-due.server.ts";
import { CHANGES_CHANNEL, type Db, notify } from "#db/client.server.ts";
import { hostedPages } from "./tables.ts";
import { type Result, ok, err } from "#lib/result.ts";
import { inLanguage } from "#messages/current.server.ts";
import { money } from "#messages/format.ts";
import { pathIn } from "#messages/languages.ts";
import { t } from "#messages/translate.ts";
import { findOrder, orderOfCheckout, type StoredOrder } from "../orders/orders.server.ts";
import type { PaymentPolicy } from "#shop/payments/model/payment.ts";
import { storeReceipt } from "../payments/receipts.server.ts";
import { nextCheckTime } from "./page-schedule.ts";
import type {
  HostedMethod,
  PageStatus,
  PageOutcome,
  PaymentProvider,
  ProviderError,
} from "./provider.ts";
import { addMs, MINUTE_MS } from "#lib/time.ts";

type StoredPage = typeof hostedPages.$inferSelect;

/** A page that closes sooner than this is not reused. */
const MIN_REMAINING_MS = 5 * MINUTE_MS;
/** How long a claim on a due page holds. */
const CLAIM_MS = 2 * MINUTE_MS;
const AFTER_FAILURE_MS = 30_000;

/** True for a pending order without money. */
export function isPayable(order: StoredOrder): boolean {
  const { status, paymentStatus, deletedAt } = order;
  return (
    deletedAt === null &&
    status === "pending" &&
    (paymentStatus === "pending" || paymentStatus === "expired")
  );
}

/** Returns the URL on which the order is paid: the open page, else a new one. */
export async function openPage(
  db: Db,
  input: {
    provider: PaymentProvider;
    orderId: string;
    appUrl: string;
    shopName: string;
    policy: PaymentPolicy;
    now: Date;
  },
): Promise<Result<string, "not-payable" | ProviderError>> {
  const { provider, orderId, appUrl, shopName, policy, now } = input;
  const order = await findOrder(db, orderId);
  if (!order || !isPayable(order)) return err("not-payable");
  const { checkoutId, totalCents: cents } = order;
  const earlier = await db
    .select()
    .from(hostedPages)
    .where(and(eq(hostedPages.checkoutId, checkoutId), eq(hostedPages.method, provider.method)))
    .orderBy(desc(hostedPages.openedAt));
  // Another page would take the money twice.
  if (earlier.some(({ outcome }) => outcome === "processing")) return err("not-payable");
  const usable = earlier.find(
    (page) =>
      page.outcome === "open" &&
      page.cents === cents &&
      page.expiresAt.getTime() - now.getTime() > MIN_REMAINING_MS,
  );
  if (usable) {
    // It may have closed or been paid since the last poll; if the provider does not respond, it is used anyway.
    const refreshed = await refreshPage(db, provider, usable.reference, { policy, now });
    if (!refreshed.ok || refreshed.value === "open") return ok(usable.url);
    if (refreshed.value !== "closed") return err("not-payable");
  }

  const orderUrl = `${appUrl}${pathIn(order.language, "/track-order")}?orderId=${order.id}`;
  const opened = await provider.openPage({
    checkoutId,
    // A double click, or a retry after a lost response, gets the same page.
    idempotencyKey: `${checkoutId}-${earlier.length}`,
    cents,
    title: inLanguage(order.language, () => titleOf(order, shopName)),
    email: order.email,
    successUrl: `${orderUrl}&returned=${provider.method}`,
    cancelUrl: `${orderUrl}&notice=page-closed`,
    now,
  });
  if (!opened.ok) return opened;
  const { reference, url, expiresAt } = opened.value;
  const page = { outcome: "open" as const, openedAt: now, expiresAt };
  await db
    .insert(hostedPages)
    .values({
      ...page,
      method: provider.method,
      reference,
      checkoutId,
      url,
      cents,
      nextCheckAt: nextCheckTime(page, now),
    })
    .onConflictDoNothing();
  return ok(url);
}

/**
 * Fetches the status of a page from the provider and stores it, with its receipts. Returns the provider's error
 * when it does not respond.
 */
export async function refreshPage(
  db: Db,
  provider: PaymentProvider,
  reference: string,
  options: { policy: PaymentPolicy; now: Date; signal?: AbortSignal },
): Promise<Result<PageOutcome, "unknown-page" | ProviderError>> {
  const { policy, now, signal } = options;
  const isThis = and(eq(hostedPages.method, provider.method), eq(hostedPages.reference, reference));
  const [page] = await db.select().from(hostedPages).where(isThis);
  if (!page) return err("unknown-page");
  const order = await orderOfCheckout(db, page.checkoutId);
  const collect = order !== null && isPayable(order) && now <= page.expiresAt;
  const status = await provider.fetchStatus(reference, { collect, ...(signal && { signal }) });
  if (!status.ok) {
    const nextCheckAt = addMs(now, AFTER_FAILURE_MS);
    await db.update(hostedPages).set({ nextCheckAt }).where(isThis);
    return status;
  }
  const outcome = await db.transaction((tx) =>
    storeStatus(tx, page, status.value, { policy, now }),
  );
  // An order paid elsewhere must not be paid again in another tab.
  const paidElsewhere = order !== null && !isPayable(order) && outcome === "open";
  if (paidElsewhere) await provider.close(reference, signal);
  return ok(outcome);
}

async function storeStatus(
  tx: Db,
  page: StoredPage,
  status: PageStatus | null,
  { policy, now }: { policy: PaymentPolicy; now: Date },
): Promise<PageOutcome> {
  const { method, reference, checkoutId } = page;
  for (const receipt of status?.receipts ?? [])
    await storeReceipt(
      tx,
      checkoutId,
      { ...receipt, method, pageReference: reference },
      { policy, now },
    );
  const hasExpired = status?.outcome === "open" && now > page.expiresAt;
  const reported = status === null || hasExpired ? "closed" : status.outcome;
  const isThis = and(eq(hostedPages.method, method), eq(hostedPages.reference, reference));
  const [locked] = await tx.select().from(hostedPages).where(isThis).for("update");
  // Concurrent polls may finish out of order; paid stays paid.
  const outcome = locked?.outcome === "paid" ? "paid" : reported;
  await tx
    .update(hostedPages)
    .set({
      outcome,
      pendingReason: outcome === "processing" ? (status?.pendingReason ?? null) : null,
      lastCheckedAt: now,
      nextCheckAt: nextCheckTime({ ...page, outcome }, now),
    })
    .where(isThis);
  if (outcome !== page.outcome) await notify(tx, CHANGES_CHANNEL, `checkout:${checkoutId}`);
  return outcome;
}

/** Claims pages that are due for polling, so that no other instance polls them. */
export async function claimDuePages(
  db: Db,
  { methods, most, now }: { methods: readonly HostedMethod[]; most: number; now: Date },
): Promise<StoredPage[]> {
  if (methods.length === 0) return [];
  const due = isNextDue(db, {
    table: hostedPages,
    key: [hostedPages.method, hostedPages.reference],
    dueAt: hostedPages.nextCheckAt,
    now,
    where: inArray(hostedPages.method, [...methods]),
    limit: most,
  });
  return db
    .update(hostedPages)
    .set({ nextCheckAt: addMs(now, CLAIM_MS) })
    .where(due)
    .returning();
}

/** Returns the pages of a checkout that may still receive money, newest first. */
export async function openPagesOf(db: Db, checkoutId: string, now: Date): Promise<StoredPage[]> {
  return db
    .select()
    .from(hostedPages)
    .where(
      and(
        eq(hostedPages.checkoutId, checkoutId),
        or(
          eq(hostedPages.outcome, "processing"),
          and(eq(hostedPages.outcome, "open"), gt(hostedPages.expiresAt, now)),
        ),
      ),
    )
    .orderBy(desc(hostedPages.openedAt));
}

/** Names what is paid for, as the provider's page shows it. */
function titleOf({ id: order, package: goods }: StoredOrder, shop: string): string {
  const { coins, kind, valueCents = 0 } = goods;
  if (!kind) return t("goods.coinsPaid", { coins, number: String(coins), order, shop });
  const amount = money(valueCents);
  return kind === "credit"
    ? t("goods.creditPaid", { amount, order, shop })
    : t("goods.giftCodePaid", { amount, order, shop });
}
