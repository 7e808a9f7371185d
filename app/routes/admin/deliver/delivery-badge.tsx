import { Form, href } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { type AdapterProgress, type AdapterState, isUnderWay } from "#shop/delivery/delivery.ts";
import type { WorkListOrder } from "#shop/delivery/work-list.ts";
import type { Work } from "./use-work.tsx";

const labels: Record<AdapterProgress, string> = {
  calling: "The adapter delivers it now",
  pending: "Pending at the adapter",
  retrying: "The adapter is tried again",
  failed: "Not delivered by the adapter",
  delivered: "Already delivered by the adapter",
};

/** How far the delivery adapter is with an order, why it failed, and the button that has it try again. */
export function DeliveryBadge({
  order: { id, delivery },
  work,
}: {
  order: WorkListOrder;
  work: Work;
}) {
  if (!delivery) return null;
  const { progress, reason } = delivery;
  const isOver = !isUnderWay(delivery);
  return (
    <span className="work__delivery">
      <span className={`badge badge--${isOver ? "rejected" : "processing"}`}>
        {labels[progress]}
      </span>
      {reason && <span className="work__note">{reason}</span>}
      {isOver && (
        <Form
          method="post"
          action={href("/admin/deliver")}
          onSubmit={(event) => {
            event.preventDefault();
            work.again(id);
          }}
        >
          <input type="hidden" name="intent" value="again" />
          <input type="hidden" name="id" value={id} />
          <Button type="submit" size="sm" aria-label={`Deliver order ${id} again`}>
            Deliver again
          </Button>
        </Form>
      )}
    </span>
  );
}

/** Returns how far the adapter is as a sentence. */
export function deliveryText({ progress, reason }: AdapterState): string {
  return reason ? `${labels[progress]}: ${reason}.` : `${labels[progress]}.`;
}

/** Returns why delivering the order by hand now is a risk; null where the adapter does not have it. */
export function underWayText(state: AdapterState | null): string | null {
  return isUnderWay(state) ? "The delivery adapter may be delivering it now." : null;
}
