import { addDays, localDate } from "#lib/days.ts";
import { parseForm, textsOf } from "#lib/form.ts";
import { type Result, ok, err } from "#lib/result.ts";
import type { Db } from "#db/client.server.ts";
import type { Actor } from "#shop/audit/audit.ts";
import { findOrder } from "#shop/orders/orders.server.ts";
import type { Change, OrderChangeError } from "#shop/orders/order-changes.server.ts";
import { bookedAt } from "#shop/methods/bank/dates.ts";
import { orderOfReference, recordReceipt } from "#shop/methods/record-receipt.server.ts";
import type { PaymentPolicy } from "#shop/payments/model/payment.ts";
import { acceptPayment } from "#shop/payments/review/reviews.server.ts";
import { SHOP_CURRENCY } from "#shop/payments/model/receipt.ts";
import { type RecordActionData, recordSchema } from "./record-fields.ts";

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
  // One day ahead of UTC is allowed, for time zones east of it.
  if (day > addDays(localDate(now, "UTC"), 1))
    return err({ errors: { day: "This day is in the future" }, typed });
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
