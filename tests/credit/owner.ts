import { asc, isNull } from "drizzle-orm";
import { adjustCredit } from "#shop/credit/adjust-credit.server.ts";
import { undoStatusChange } from "#shop/delivery/undo.server.ts";
import { withdrawGiftCodes } from "#shop/gift-codes/gift-codes.server.ts";
import { boss } from "#shop/loyalty/test-orders.ts";
import { recordReceipt } from "#shop/methods/record-receipt.server.ts";
import { deleteOrder, setOrderStatus } from "#shop/orders/order-changes.server.ts";
import { orders } from "#shop/orders/tables.ts";
import { listCoupons, setCouponActive } from "#shop/promotions/coupons.server.ts";
import { decideOnMoney } from "./decisions.ts";
import type { OwnerStep } from "./story.ts";
import { issueCodes, now, type World } from "./world.ts";
import { defaultPaymentPolicy as policy } from "#shop/payments/model/payment.ts";

/** Makes a step of the owner; returns what happened, null if nothing did. */
export async function actAsOwner(world: World, step: OwnerStep): Promise<string | null> {
  const { db } = world;
  const change = { actor: boss, now: now(world) };
  switch (step.act) {
    case "issue":
      return issueCodes(world, step.cents, `form-${step.pick}`).then(() => null);
    case "withdraw":
      return withdrawGiftCodes(db, { ...change, batchId: 1 + (step.pick % 3) }).then(() => null);
    case "end coupon":
      return endCoupon(world, step.coupon).then(() => null);
    case "adjust":
      return adjust(world, step);
    case "accept":
    case "refund":
    case "undo refund":
      return decideOnMoney(world, step);
    default: {
      const placed = await db
        .select()
        .from(orders)
        .where(isNull(orders.deletedAt))
        .orderBy(asc(orders.createdAt), asc(orders.id));
      const order = placed[step.pick % Math.max(1, placed.length)];
      return order ? changeOrder(world, step, order) : null;
    }
  }
}

/** Sends the form twice at once. There are few, so that it is sent later as well; each is for the same amount. */
async function adjust(world: World, { buyer, pick }: OwnerStep): Promise<string | null> {
  const formKey = `${buyer}-${pick % 6}`;
  const cents = [900, 1, -300, 2000, -1, -1500][pick % 6] ?? 1;
  const form = { userId: buyer, cents, formKey, note: "For you", actor: boss, now: now(world) };
  const sent = await Promise.all([adjustCredit(world.db, form), adjustCredit(world.db, form)]);
  const isGiven = sent.some(({ ok }) => ok);
  if (isGiven) world.adjusted.set(formKey, cents);
  return isGiven ? (cents > 0 ? "credit given" : "credit taken") : null;
}

async function changeOrder(
  world: World,
  { act, share, pick }: OwnerStep,
  order: typeof orders.$inferSelect,
): Promise<string | null> {
  const { db } = world;
  const change = { orderId: order.id, version: null, actor: boss, now: now(world) };
  if (act === "bank") {
    const cents = Math.max(1, Math.round(order.totalCents * share));
    const reference = `transfer-${world.paid.length}-${pick}`;
    const money = { reference, cents, currency: "USD", receivedAt: now(world), details: "" };
    const recorded = await db.transaction((tx) =>
      recordReceipt(tx, { ...change, money: { ...money, method: "bank_transfer" }, policy }),
    );
    if (recorded.ok) world.paid.push(cents);
    return recorded.ok ? "bank transfer recorded" : null;
  }
  if (act === "undo") {
    const undone = await undoStatusChange(db, change);
    return undone.ok ? "status undone" : null;
  }
  if (act === "delete") return (await deleteOrder(db, change)).ok ? "order deleted" : null;
  const status = STATUS[act];
  if (!status) throw new Error(`no step ${act}`);
  const changed = await setOrderStatus(db, { ...change, status, undoable: pick % 2 === 0 });
  return changed.ok ? `order ${status}` : null;
}

const STATUS: Partial<Record<OwnerStep["act"], "rejected" | "processing" | "completed">> = {
  reject: "rejected",
  "go on": "processing",
  complete: "completed",
};

async function endCoupon({ db, ...time }: World, code: string): Promise<void> {
  const coupon = (await listCoupons(db)).find((each) => each.code === code);
  const change = { code, version: coupon?.version ?? 0, actor: boss, now: now(time) };
  await setCouponActive(db, { ...change, active: false });
}
