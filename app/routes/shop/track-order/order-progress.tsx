import { kindOf, type PackageKind } from "#shop/catalog/goods.ts";
import type { ReactNode } from "react";
import type { ProgressStep } from "#app/ui/progress.tsx";
import { Time } from "#app/ui/time.tsx";
import { ordinal } from "#shop/orders/delivery-time.ts";
import type { OrderEvent, OrderStatus, TrackedOrder } from "#shop/orders/order.ts";
import { isSettled, type PaymentStatus } from "#shop/payments/model/payment.ts";
import { Support } from "../payment-panel/panel-layout.tsx";
import { goodsWords } from "../shared/goods-words.ts";
import { HOUR_MS } from "#lib/time.ts";

const HALF_A_DAY = 12 * HOUR_MS;

/** When the coins of a paid order arrive. */
export interface Arrival {
  /** A sentence; null where nothing is known. */
  text: string | null;
  /** It has waited longer than 95 of 100 orders do. */
  late: boolean;
  /** Its place among those that wait; null for none worth telling. */
  place: number | null;
}

/** What the progress of an order depends on besides the order. */
export interface ProgressFacts {
  /** The status changes, oldest first. */
  events: readonly OrderEvent[];
  /** Null while the payment is unknown, as on a masked order. */
  payment: PaymentStatus | null;
  /** Null unless the order is paid and waits for its coins. */
  arrival: Arrival | null;
  supportEmail: string;
}

/** Returns the steps Order Placed, Processing and Completed with their times. */
export function orderProgress(
  order: TrackedOrder,
  { events, payment, arrival, supportEmail }: ProgressFacts,
): ProgressStep[] {
  const words = goodsWords[kindOf(order.package)];
  const at = (status: OrderStatus) =>
    events.findLast((event) => event.type === "status" && event.data.to === status)?.at;
  const placed: ProgressStep = {
    label: "Order Placed",
    detail: <Time value={order.createdAt} format="short" />,
    state: "done",
  };
  // The first step already shows the day, so the time is enough on the same day.
  const sameDay =
    order.settledAt && order.settledAt.getTime() - order.createdAt.getTime() < HALF_A_DAY;
  const paid = order.settledAt && (
    <>
      Payment confirmed <Time value={order.settledAt} format={sameDay ? "time" : "short"} />
    </>
  );

  if (order.status === "rejected") {
    return [
      placed,
      {
        label: "Processing",
        detail: (
          <>
            Stopped <Time value={at("rejected") ?? order.updatedAt} format="short" />
          </>
        ),
        state: "todo",
      },
      { label: "Completed", detail: words.never, state: "todo" },
    ];
  }

  const processing: Record<typeof order.status, ProgressStep> = {
    pending: {
      label: "Processing",
      detail: pendingDetail(payment, words),
      state: "todo",
      icon: "coins",
    },
    processing: {
      label: "Processing",
      detail:
        payment && !isSettled(payment) ? (
          pendingDetail(payment, words)
        ) : (
          <>
            {paid && (
              <>
                {paid}.<br />
              </>
            )}
            <ArrivalText arrival={arrival} next={words.next} supportEmail={supportEmail} />
          </>
        ),
      state: "now",
      icon: "coins",
    },
    completed: { label: "Processing", detail: paid || words.done, state: "done" },
  };
  const done = order.status === "completed";
  return [
    placed,
    processing[order.status],
    {
      label: "Completed",
      detail: done ? (
        <>
          <Time value={at("completed") ?? order.updatedAt} format="short" />.<br />
          {words.there}
        </>
      ) : (
        words.goal
      ),
      state: done ? "done" : "todo",
      icon: "pin",
    },
  ];
}

function ArrivalText({
  arrival,
  next,
  supportEmail,
}: Pick<ProgressFacts, "arrival" | "supportEmail"> & { next: string }) {
  if (arrival?.late)
    return (
      <>
        This order takes longer than usual. If you have a question, write to{" "}
        <Support email={supportEmail} />.
      </>
    );
  return (
    <>
      {arrival?.text ?? next}
      {arrival?.place && (
        <>
          <br />
          {arrival.place === 1 ? "You are next" : `You are ${ordinal(arrival.place)}`} in line.
        </>
      )}
    </>
  );
}

/** Returns what Processing waits for, in two lines for every status so that nothing below it moves. */
function pendingDetail(
  payment: PaymentStatus | null,
  words: (typeof goodsWords)[PackageKind],
): ReactNode {
  switch (payment) {
    case "pending":
      return lines("Not paid yet.", toPanel("See how to pay"));
    case "expired":
      return lines("Not paid yet.", toPanel("Get a new amount"));
    case "partial":
      return lines("Part of the payment is missing.", toPanel("See the rest"));
    case "detected":
      return lines("Payment seen,", "waiting for its confirmation.");
    case "review":
      return lines("We are reviewing the payment.", toPanel("See why"));
    case "reversed":
      return lines("Waiting for the payment", "to be confirmed again.");
    case "refunded":
      return lines("The payment was sent back.", toPanel("See where to"));
    default:
      return lines("Once the payment is confirmed,", words.waits);
  }
}

function lines(first: string, second: ReactNode): ReactNode {
  return (
    <>
      {first}
      <br />
      {second}
    </>
  );
}

/** A link to the payment panel below the order. */
function toPanel(text: string): ReactNode {
  return (
    <a className="link" href="#payment">
      {text}
    </a>
  );
}
