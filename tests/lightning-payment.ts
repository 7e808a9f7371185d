import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { addMs, HOUR_MS } from "#lib/time.ts";
import { recordSettled } from "#shop/payments/lightning/invoice-states.server.ts";
import { newestQuote, type PaymentPolicy } from "#shop/payments/model/payment.ts";
import { quotes } from "#shop/payments/tables.ts";
import { lightningInvoices } from "#shop/payments/lightning/tables.ts";

/** Stores an invoice for the newest quote of a checkout, as if a node had made it, and returns how to pay it. */
export async function storedInvoice(
  db: Db,
  { checkoutId, policy, now }: { checkoutId: string; policy: PaymentPolicy; now: Date },
) {
  const quote = newestQuote(
    await db.select().from(quotes).where(eq(quotes.checkoutId, checkoutId)),
  );
  if (!quote) throw new Error(`checkout ${checkoutId} has no quote`);
  const paymentHash = randomBytes(32).toString("hex");
  const [stored] = await db
    .insert(lightningInvoices)
    .values({
      checkoutId,
      quoteId: quote.id,
      node: "phoenixd",
      paymentHash,
      bolt11: `lnbc${paymentHash}`,
      sats: quote.sats,
      createdAt: now,
      expiresAt: addMs(now, HOUR_MS),
      nextCheckAt: now,
    })
    .returning();
  if (!stored) throw new Error("the invoice was not stored");
  return {
    paymentHash,
    /** Settles it with its amount, or with what the payer sent beyond it. */
    settle: (at: Date, sats = stored.sats) =>
      recordSettled(
        db,
        stored,
        { status: "settled", at, paidMsat: sats * 1000, settleIndex: null },
        { policy, now: at },
      ),
  };
}
