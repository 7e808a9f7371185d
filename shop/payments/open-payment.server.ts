import type { Db } from "#db/client.server.ts";
import { ok, type Result } from "#lib/result.ts";
import type { Settings } from "../settings/settings.ts";
import { hasOpenInvoice, openInvoice } from "./lightning/invoices.server.ts";
import type { StoredQuote } from "./facts.server.ts";
import type { Lightning } from "./lightning/lightning.jobs.server.ts";
import type { PaymentWay } from "../settings/payment-method.ts";
import type { ShownWay } from "./payment-view.ts";
import {
  type ChainQuoteInput,
  openLightningQuote,
  openQuote,
  type QuoteError,
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
 * Opens what a payment in Bitcoin needs, a quote with an address and, where a node can make it, an invoice for the same
 * amount. Returns which one to show: the one that the buyer chose, else both in one. Without Lightning it is the address
 * alone; without a free address for a buyer who did not choose the chain, the invoice alone. Errors are those of
 * `openQuote`.
 */
export async function openPayment(
  db: Db,
  input: ChainQuoteInput & {
    lightning: Lightning | null;
    /** What the buyer chose to see; null for the first choice of the shop. */
    way: ShownWay | null;
    firstWay?: PaymentWay;
    /** The public memo of an invoice. */
    memo: string;
  },
): Promise<Result<ShownWay, QuoteError>> {
  const { lightning, memo, checkoutId, way, now } = input;
  const hasInvoice = async () => hasOpenInvoice(db, checkoutId, now);
  if (lightning && (lightning.mayReceive(0) || (await hasInvoice()))) {
    const chosen = way === null || way === "both" ? input.firstWay : way;
    const quote = await openForBoth(db, { ...input, besideInvoice: chosen === "lightning" });
    if (!quote.ok) return quote;
    const { sats, address } = quote.value;
    const isOpen = lightning.mayReceive(sats)
      ? (await openInvoice(db, { node: lightning.node, checkoutId, memo, now })).ok
      : await hasInvoice();
    if (isOpen) return ok(address === null ? "lightning" : (way ?? "both"));
  }
  const quote = await openQuote(db, input);
  return quote.ok ? ok("chain") : quote;
}

/** Opens a quote for an invoice, with an address if there is one. */
async function openForBoth(
  db: Db,
  input: ChainQuoteInput,
): Promise<Result<StoredQuote, QuoteError>> {
  const quote = await openQuote(db, input);
  if (quote.ok || !input.besideInvoice) return quote;
  if (quote.error === "below-dust") return openLightningQuote(db, input);
  // The attempt of the network address was counted.
  if (quote.error === "no-free-amount") return openLightningQuote(db, { ...input, from: null });
  return quote;
}
