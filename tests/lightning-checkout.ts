import { asc, eq } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { selectPackage } from "#shop/checkout/steps.server.ts";
import { confirmOrder } from "#shop/checkout/confirm-order.server.ts";
import { saveRecipient } from "#shop/checkouts/lock-checkout.server.ts";
import { orderOfCheckout } from "#shop/orders/orders.server.ts";
import { recordSettled } from "#shop/payments/lightning/invoice-states.server.ts";
import { defaultPaymentPolicy as policy } from "#shop/payments/model/payment.ts";
import { openPayment } from "#shop/payments/open-payment.server.ts";
import type { ShownWay } from "#shop/payments/payment-view.ts";
import { paymentView } from "#shop/payments/payment-view.server.ts";
import type { AddressSource } from "#shop/payments/wallet/address.ts";
import { quotes } from "#shop/payments/tables.ts";
import { lightningInvoices } from "#shop/payments/lightning/tables.ts";
import { defaultSettings } from "#shop/settings/settings.ts";
import { mira, onlyBitcoin, roundRate, someVisitor, testKey } from "./make.ts";
import { type SimulatedNode, simulatedNode } from "./simulated-node.ts";

/** When the checkout begins. */
export const start = new Date("2026-11-20T08:00:00Z");

const ownAddresses: AddressSource = { kind: "xpub", key: testKey };

/** A checkout of 14,990 sats at the round rate, if of no other package, and what its buyer can do. */
export async function lightningCheckout(
  db: Db,
  node: SimulatedNode = simulatedNode(() => start),
  {
    packageId = "2",
    addresses = ownAddresses,
    from = null,
  }: { packageId?: string; addresses?: AddressSource; from?: string | null } = {},
) {
  const visitorHash = someVisitor();
  const selected = await selectPackage(db, { visitorHash, packageId, now: start });
  if (!selected.ok) throw new Error(selected.error);
  const { id } = selected.value;
  await saveRecipient(db, id, mira, start);
  const open = (way: ShownWay | null, now = start) =>
    openPayment(db, {
      checkoutId: id,
      rate: roundRate,
      addresses,
      lightning: node.lightning,
      way,
      memo: "Satchel",
      settings: defaultSettings,
      quoteSeconds: 3600,
      from,
      now,
    });
  const invoices = () =>
    db
      .select()
      .from(lightningInvoices)
      .where(eq(lightningInvoices.checkoutId, id))
      .orderBy(asc(lightningInvoices.id));
  const quotesOf = () =>
    db.select().from(quotes).where(eq(quotes.checkoutId, id)).orderBy(asc(quotes.id));
  const view = async (now = start, way: ShownWay | null = null) => {
    const order = await orderOfCheckout(db, id);
    const options = { policy, label: "Satchel", chainUp: true, lightning: node.lightning };
    return paymentView(db, id, order, { ...options, way, now });
  };
  const pay = async (paymentHash: string, now = start) => {
    const settled = node.pay(paymentHash, 100, now);
    const invoice = (await invoices()).find((row) => row.paymentHash === paymentHash);
    if (settled && invoice) await recordSettled(db, invoice, settled, { policy, now });
  };
  const confirm = (now = start) =>
    confirmOrder(db, { offers: onlyBitcoin, visitorHash, checkoutId: id, policy, now });
  return { db, id, node, open, invoices, quotesOf, view, pay, confirm };
}
