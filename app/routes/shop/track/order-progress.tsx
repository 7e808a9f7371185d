import type { ProgressStep } from "#app/ui/progress.tsx";
import { Time } from "#app/ui/time.tsx";
import type { OrderEvent, OrderStatus, TrackedOrder } from "#shop/orders/order.ts";

/** Order Placed, Processing, Completed: how far it has come, and when it did. */
export function orderProgress(order: TrackedOrder, events: readonly OrderEvent[]): ProgressStep[] {
  const at = (status: OrderStatus) =>
    events.findLast((event) => event.type === "status" && event.data.to === status)?.at;
  const placed: ProgressStep = {
    label: "Order Placed",
    detail: <Time value={order.createdAt} />,
    state: "done",
  };
  const paid = order.settledAt && (
    <>
      Payment confirmed <Time value={order.settledAt} />
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
