import type { Db } from "#db/client.server.ts";
import { ok, type Result } from "#lib/result.ts";
import type { Settings } from "../settings/settings.ts";
import { hasOpenInvoice, openInvoice } from "./lightning/invoices.server.ts";
import type { AddressSource } from "./wallet/address.ts";
import type { Lightning } from "./lightning/lightning.jobs.server.ts";
import type { PaymentWay } from "../settings/payment-method.ts";
import {
  openLightningQuote,
  openQuote,
  type QuoteError,
  type QuoteInput,
} from "./quotes.server.ts";

/** Returns the way that checkout shows first: Lightning below the amount of the settings, while its node can be used. */
export function firstWay(
  lightning: Lightning | null,
  priceCents: number,
  { lightningBelowCents }: Pick<Settings, "lightningBelowCents">,
): PaymentWay {
  return lightning?.mayReceive(0) && priceCents < lightningBelowCents ? "lightning" : "chain";
}

/**
 * Opens what a payment in Bitcoin needs, a quote with an invoice or with an address, and returns which of the two. Without
 * a node that can make an invoice for the amount it is an address. Errors are those of `openQuote`.
 */
export async function openPayment(
  db: Db,
  input: QuoteInput & {
    addresses: AddressSource;
    lightning: Lightning | null;
    /** The way that the buyer chose; null for an open invoice, else for the first one of the shop. */
    way: PaymentWay | null;
    firstWay?: PaymentWay;
    /** The public memo of an invoice. */
    memo: string;
  },
): Promise<Result<PaymentWay, QuoteError>> {
  const { lightning, memo, checkoutId, now } = input;
  const way = input.way ?? input.firstWay;
  if (lightning && input.way !== "chain" && (await hasOpenInvoice(db, checkoutId, now)))
    return ok("lightning");
  if (way === "lightning" && lightning?.mayReceive(0)) {
    const quote = await openLightningQuote(db, input);
    if (!quote.ok) return quote;
    if (lightning.mayReceive(quote.value.sats)) {
      const invoice = await openInvoice(db, { node: lightning.node, checkoutId, memo, now });
      if (invoice.ok) return ok("lightning");
    }
  }
  const quote = await openQuote(db, input);
  return quote.ok ? ok("chain") : quote;
}
