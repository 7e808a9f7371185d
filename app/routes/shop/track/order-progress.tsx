import type { ProgressStep } from "#app/ui/progress.tsx";
import { Time } from "#app/ui/time.tsx";
import type { OrderEvent, OrderStatus, TrackedOrder } from "#shop/orders/order.ts";

const HALF_A_DAY = 12 * 60 * 60 * 1000;

/** Order Placed, Processing, Completed: how far it has come, and when it did. */
export function orderProgress(order: TrackedOrder, events: readonly OrderEvent[]): ProgressStep[] {
  const at = (status: OrderStatus) =>
    events.findLast((event) => event.type === "status" && event.data.to === status)?.at;
  const placed: ProgressStep = {
    label: "Order Placed",
    detail: <Time value={order.createdAt} />,
    state: "done",
  };
  // The day stands beside it already, unless it took until another.
  const sameDay =
    order.settledAt && order.settledAt.getTime() - order.createdAt.getTime() < HALF_A_DAY;
  const paid = order.settledAt && (
    <>
      Payment confirmed <Time value={order.settledAt} format={sameDay ? "time" : "datetime"} />
    </>
  );

  if (order.status === "rejected") {
    return [
      placed,
      {
        label: "Processing",
        detail: (
          <>
            Stopped <Time value={at("rejected") ?? order.updatedAt} />
          </>
        ),
        state: "todo",
      },
      { label: "Completed", detail: "Will not be sent", state: "todo" },
    ];
  }

  const processing: Record<typeof order.status, ProgressStep> = {
    pending: {
      label: "Processing",
      detail: "Once the payment is confirmed",
      state: "todo",
      icon: "coins",
    },
    processing: {
      label: "Processing",
      detail: (
        <>
          {paid && (
            <>
              {paid}.<br />
            </>
          )}
          Sending coins now.
        </>
      ),
      state: "now",
      icon: "coins",
    },
    completed: { label: "Processing", detail: paid || "Coins sent", state: "done" },
  };
  const done = order.status === "completed";
  return [
    placed,
    processing[order.status],
    {
      label: "Completed",
      detail: done ? <Time value={at("completed") ?? order.updatedAt} /> : "Coins in the account",
      state: done ? "done" : "todo",
      icon: "pin",
    },
  ];
}
