import type { Db } from "#db/client.server.ts";
import { type Result, ok, err } from "#lib/result.ts";
import { lockCheckout } from "../checkouts/lock-checkout.server.ts";
import { orderOfCheckout, setPaymentMethod, type StoredOrder } from "../orders/orders.server.ts";
import type { PaymentMethod } from "../settings/payment-method.ts";
import { loadFacts } from "../payments/facts.server.ts";
import { hasMoney, newestAddress } from "../payments/model/payment.ts";
import { isPayable } from "./hosted-pages.server.ts";
import { type Offer, payableOffers } from "./methods.ts";

/**
 * Changes the payment method of an order that has received no money. For Bitcoin the caller opens a quote afterwards
 * (`openQuote`).
 */
export async function changeMethod(
  db: Db,
  input: {
    order: StoredOrder;
    method: PaymentMethod;
    offers: readonly Offer[];
    now: Date;
  },
): Promise<Result<void, "not-offered" | "not-payable">> {
  const { method, offers, now } = input;
  const { checkoutId } = input.order;
  const payable = payableOffers(offers, input.order.totalCents);
  if (!payable.some((offer) => offer.method === method)) return err("not-offered");
  return db.transaction(async (tx) => {
    await lockCheckout(tx, checkoutId);
    const order = await orderOfCheckout(tx, checkoutId, { lock: true });
    const facts = await loadFacts(tx, checkoutId);
    if (!order || !isPayable(order) || hasMoney(facts)) return err("not-payable");
    const bitcoinWallet = method === "bitcoin" ? newestAddress(facts.quotes) : null;
    await setPaymentMethod(tx, order, { method, bitcoinWallet, now });
    return ok(undefined);
  });
}
