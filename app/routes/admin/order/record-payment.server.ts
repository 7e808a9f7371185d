import { addDays, localDate } from "#lib/days.ts";
import { parseForm, textsOf } from "#lib/form.ts";
import { formatBtc } from "#lib/money.ts";
import { type Result, ok, err } from "#lib/result.ts";
import type { Db } from "#db/client.server.ts";
import type { ShopServices } from "#app/context.ts";
import type { Actor } from "#shop/audit/audit.ts";
import { findOrder } from "#shop/orders/orders.server.ts";
import type { Change, OrderChangeError } from "#shop/orders/order-changes.server.ts";
import { bookedAt } from "#shop/methods/bank/dates.ts";
import { orderOfReference, recordReceipt } from "#shop/methods/record-receipt.server.ts";
import { FINAL_CONFIRMATIONS, type PaymentPolicy } from "#shop/payments/model/payment.ts";
import { ChainUnavailable, type ReportedTransaction } from "#shop/payments/chain/chain.ts";
import { type OutsideError, recordOutside } from "#shop/payments/review/record-outside.server.ts";
import { acceptPayment } from "#shop/payments/review/reviews.server.ts";
import { SHOP_CURRENCY } from "#shop/payments/model/receipt.ts";
import {
  type BitcoinActionData,
  bitcoinSchema,
  type RecordActionData,
  recordSchema,
} from "./record-fields.ts";

/** Records the submitted payment of an order. */
export async function recordForOrder(
  db: Db,
  form: FormData,
  input: { orderId: string; actor: Actor; policy: PaymentPolicy; now: Date },
): Promise<Result<void, "forbidden" | "no-order" | RecordActionData>> {
  const { orderId, actor, policy, now } = input;
  const typed = textsOf(form, ["method", "amount", "reference", "day", "details"]);
  const parsed = parseForm(recordSchema, typed);
  if (!parsed.ok) return err({ errors: parsed.error, typed });
  const { method, amount: cents, reference, day, details } = parsed.value;
  if (isInFuture(day, now)) return err({ errors: { day: FUTURE }, typed });
  const receivedAt = bookedAt(day, now);
  const money = { method, reference, cents, currency: SHOP_CURRENCY, receivedAt, details };
  const recorded = await db.transaction((tx) =>
    recordReceipt(tx, { orderId, money, actor, policy, now }),
  );
  if (recorded.ok) return ok(undefined);
  if (recorded.error !== "known") return err(recorded.error);
  const known = await orderOfReference(db, method, reference);
  const whose = known ? `for order ${known}` : "and belongs to no existing order";
  return err({ errors: { reference: `This was already recorded, ${whose}` }, typed });
}

/** Records bitcoins that arrived at another address than the order's, as the chain source shows their transaction. */
export async function recordBitcoinForOrder(
  { db, network, transactionOf }: ShopServices,
  form: FormData,
  input: { orderId: string; actor: Actor; policy: PaymentPolicy; now: Date },
): Promise<Result<void, "forbidden" | "no-order" | "stale" | BitcoinActionData>> {
  const { orderId, now } = input;
  const typed = textsOf(form, ["txid", "amount", "day"]);
  const parsed = parseForm(bitcoinSchema, typed);
  if (!parsed.ok) return err({ errors: parsed.error, typed });
  const { txid, amount: sats, day } = parsed.value;
  if (isInFuture(day, now)) return err({ errors: { day: FUTURE }, typed });
  // Only the day is known: its beginning is in time for an amount that was held on it.
  const midnight = new Date(`${day}T00:00:00Z`);
  const receivedAt = midnight < now ? midnight : now;
  let transaction: ReportedTransaction | null;
  try {
    transaction = await transactionOf(txid);
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    return err({
      errors: { txid: "The Bitcoin network cannot be read right now. Please try again." },
      typed,
    });
  }
  const payment = { orderId, txid, sats, receivedAt };
  const recorded = await recordOutside(db, payment, { ...input, network, transaction });
  if (recorded.ok) return ok(undefined);
  const { error } = recorded;
  if (error === "forbidden" || error === "no-order" || error === "stale") return err(error);
  return err({ errors: outsideErrors(error), typed });
}

function outsideErrors(
  problem: Exclude<OutsideError, "forbidden" | "no-order" | "stale">,
): BitcoinActionData["errors"] {
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

const FUTURE = "This day is in the future";

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
