import type { Db } from "#db/client.server.ts";
import { type Result, err } from "#lib/result.ts";
import { isUnderWay } from "./delivery.ts";
import { readAdapterStates } from "./adapter-states.server.ts";
import { readMoneyFacts } from "./delivery-facts.server.ts";
import { readLeases } from "./leases.server.ts";
import {
  changeStatus,
  type Change,
  lockForStatus,
  type OrderChangeError,
} from "../orders/order-changes.server.ts";
import type { StoredOrder } from "../orders/orders.server.ts";
import { moneyWarning } from "./work-list.ts";

/**
 * Why completing an order needs a confirmation: another administrator or the delivery adapter is delivering it, or its
 * money is in doubt.
 */
export type DeliverQuestion = "taken" | "under-way" | "in-doubt";

/**
 * Completes a delivered order, undoable for `UNDO_MS`. Unless `confirmed`, it is refused with a question where another
 * administrator has taken the order, the adapter may be delivering it, or its payment is missing, in review or disputed.
 */
export async function completeDelivery(
  db: Db,
  change: Change & { confirmed: boolean },
): Promise<Result<StoredOrder, OrderChangeError | DeliverQuestion>> {
  const { actor, now, confirmed } = change;
  return db.transaction(async (tx) => {
    const found = await lockForStatus(tx, { ...change, status: "completed" });
    if (!found.ok) return found;
    const order = found.value;
    const question = confirmed ? null : await questionAbout(tx, order, actor.id, now);
    if (question && order.status !== "completed") return err(question);
    return changeStatus(tx, order, {
      ...change,
      status: "completed",
      undoable: true,
      answersBuyer: true,
    });
  });
}

async function questionAbout(
  tx: Db,
  order: StoredOrder,
  userId: string | null,
  now: Date,
): Promise<DeliverQuestion | null> {
  const taken = (await readLeases(tx, [order.id], now)).get(order.id);
  if (taken && taken.userId !== userId) return "taken";
  const delivery = (await readAdapterStates(tx, [order.id])).get(order.id);
  if (isUnderWay(delivery ?? null)) return "under-way";
  const money = (await readMoneyFacts(tx, [order.id]))(order.id);
  return moneyWarning(order.paymentStatus, money) ? "in-doubt" : null;
}
