import { addDays, localDate } from "#lib/days.ts";
import type { ValuesOf } from "#lib/fields.ts";
import type { FieldErrors } from "#lib/form.ts";
import { formatBtc } from "#lib/money.ts";
import { type Result, ok, err } from "#lib/result.ts";
import type { Db } from "#db/client.server.ts";
import type { Explained, Given } from "#app/office/acts.server.ts";
import { findOrder } from "#shop/orders/orders.server.ts";
import type { Change, OrderChangeError } from "#shop/orders/order-changes.server.ts";
import { bookedAt } from "#shop/methods/bank/dates.ts";
import { orderOfReference, recordReceipt } from "#shop/methods/record-receipt.server.ts";
import { FINAL_CONFIRMATIONS, type PaymentPolicy } from "#shop/payments/model/payment.ts";
import { ChainUnavailable, type ReportedTransaction } from "#shop/payments/chain/chain.ts";
import { type OutsideError, recordOutside } from "#shop/payments/review/record-outside.server.ts";
import { acceptPayment } from "#shop/payments/review/reviews.server.ts";
import { SHOP_CURRENCY } from "#shop/payments/model/receipt.ts";
import type { bitcoinFields, recordFields } from "./record-fields.ts";

type RecordError = "forbidden" | "no-order" | "stale" | Explained;

/** Records a payment of an order by hand. */
export async function recordForOrder(
  { services: { db, policy }, who }: Given,
  orderId: string,
  { amount: cents, day, ...payment }: ValuesOf<typeof recordFields>,
): Promise<Result<void, RecordError>> {
  const { now } = who;
  if (isInFuture(day, now)) return err(FUTURE);
  const { method, reference } = payment;
  const money = { ...payment, cents, currency: SHOP_CURRENCY, receivedAt: bookedAt(day, now) };
  const recorded = await db.transaction((tx) =>
    recordReceipt(tx, { orderId, money, policy, ...who }),
  );
  if (recorded.ok) return ok(undefined);
  if (recorded.error !== "known") return err(recorded.error);
  const known = await orderOfReference(db, method, reference);
  const whose = known ? `for order ${known}` : "and belongs to no existing order";
  return err({ errors: { reference: `This was already recorded, ${whose}` } });
}

/** Records bitcoins that arrived at another address than the order's, as the chain source shows their transaction. */
export async function recordBitcoinForOrder(
  { services: { db, network, policy, transactionOf }, who }: Given,
  orderId: string,
  { txid, amount: sats, day }: ValuesOf<typeof bitcoinFields>,
): Promise<Result<void, RecordError>> {
  const { now } = who;
  if (isInFuture(day, now)) return err(FUTURE);
  // Only the day is known: its beginning is in time for an amount that was held on it.
  const midnight = new Date(`${day}T00:00:00Z`);
  const receivedAt = midnight < now ? midnight : now;
  let transaction: ReportedTransaction | null;
  try {
    transaction = await transactionOf(txid);
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    const txidError = "The Bitcoin network cannot be read right now. Please try again.";
    return err({ errors: { txid: txidError } });
  }
  const payment = { orderId, txid, sats, receivedAt };
  const recorded = await recordOutside(db, payment, { ...who, policy, network, transaction });
  if (recorded.ok) return ok(undefined);
  const { error } = recorded;
  if (error === "forbidden" || error === "no-order" || error === "stale") return err(error);
  return err({ errors: outsideErrors(error) });
}

function outsideErrors(
  problem: Exclude<OutsideError, "forbidden" | "no-order" | "stale">,
): FieldErrors<keyof typeof bitcoinFields> {
  if (problem === "no-quote")
    return { amount: "This order has no amount in Bitcoin: its buyer chose another method." };
  switch (problem.kind) {
    case "not-found":
      return {
        txid: "Not found. Please check the ID. Bitcoin Core without -txindex finds only transactions with an unspent output.",
      };
    case "not-final":
      return {
        txid: `It has ${problem.confirmations} of ${FINAL_CONFIRMATIONS} confirmations. Record it when it has all: this address is not watched.`,
      };
    case "other-amount": {
      const [first, second, ...more] = problem.outputs.map((sats) => `${formatBtc(sats)} BTC`);
      const amounts = [first, second].filter(Boolean).join(" and ");
      const others = more.length > 0 ? `, and ${more.length} more` : "";
      return { amount: `The transaction pays ${amounts || "nothing"}${others}, not this amount.` };
    }
    case "known":
      return {
        txid: problem.orderId
          ? `This was already counted, for order ${problem.orderId}`
          : "This was already counted, for an order that no longer exists",
      };
  }
}

const FUTURE: Explained = { errors: { day: "This day is in the future" } };

/** One day ahead of UTC is allowed, for time zones east of it. */
function isInFuture(day: string, now: Date): boolean {
  return day > addDays(localDate(now, "UTC"), 1);
}

/** Accepts the bitcoins that have arrived for an order as its payment in full. */
export async function acceptInFull(
  db: Db,
  accepting: Change & { receivedSats: number; policy: PaymentPolicy },
): Promise<Result<void, OrderChangeError>> {
  const { orderId, version, receivedSats, ...by } = accepting;
  const order = await findOrder(db, orderId);
  if (!order) return err("not-found");
  const accepted = await acceptPayment(db, {
    ...by,
    subject: { checkoutId: order.checkoutId },
    reason: "Accepted as paid in full",
    seen: { version: version ?? order.version, receivedSats },
  });
  if (accepted.ok) return accepted;
  return err(accepted.error === "no-money" ? "stale" : accepted.error);
}
