import type { ReactNode } from "react";
import { type MessageKey, rich, t } from "#messages/translate.ts";
import { kindOf, type PackageKind } from "#shop/catalog/goods.ts";
import type { ProgressStep } from "#app/ui/progress.tsx";
import { Time } from "#app/ui/time.tsx";
import { placeText } from "#shop/orders/delivery-time.ts";
import type { OrderEvent, OrderStatus, TrackedOrder } from "#shop/orders/order.ts";
import { isSettled, type PaymentStatus } from "#shop/orders/payment-status.ts";
import { HOUR_MS } from "#lib/time.ts";
import { isRefundedInPart, returnedText } from "../shared/returned-rows.ts";
import { Support } from "../payment-panel/panel-layout.tsx";

const HALF_A_DAY = 12 * HOUR_MS;

/** What buyers read about what they bought, by its kind: each as far as the order has come. */
const goodsWords = {
  coins: {
    waits: "order.coinsOncePaid",
    next: "order.coinsNext",
    done: "order.coinsSent",
    arrived: "order.coinsArrived",
    goal: "order.coinsGoal",
    never: "order.coinsNever",
  },
  credit: {
    waits: "order.creditOncePaid",
    next: "order.creditNext",
    done: "order.creditAdded",
    arrived: "order.creditArrived",
    goal: "order.creditGoal",
    never: "order.creditNever",
  },
  gift_code: {
    waits: "order.giftCodeOncePaid",
    next: "order.giftCodeNext",
    done: "order.giftCodeSent",
    arrived: "order.giftCodeArrived",
    goal: "order.giftCodeGoal",
    never: "order.giftCodeNever",
  },
} as const satisfies Record<PackageKind, Record<string, MessageKey>>;

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
    label: t("order.stepPlaced"),
    detail: <Time value={order.createdAt} format="short" />,
    state: "done",
  };
  // The first step already shows the day, so the time is enough on the same day.
  const sameDay =
    order.settledAt && order.settledAt.getTime() - order.createdAt.getTime() < HALF_A_DAY;
  const timePaid = order.settledAt && (
    <Time value={order.settledAt} format={sameDay ? "time" : "short"} />
  );

  if (order.status === "rejected") {
    return [
      placed,
      {
        label: t("ui.statusProcessing"),
        detail: rich("order.stopped", {
          time: <Time value={at("rejected") ?? order.updatedAt} format="short" />,
        }),
        state: "todo",
      },
      { label: t("ui.statusCompleted"), detail: t(words.never), state: "todo" },
    ];
  }

  const processing: Record<typeof order.status, ProgressStep> = {
    pending: {
      label: t("ui.statusProcessing"),
      detail: pendingDetail(order, payment),
      state: "todo",
      icon: "coins",
    },
    processing: {
      label: t("ui.statusProcessing"),
      detail:
        payment && !isSettled(payment) ? (
          pendingDetail(order, payment)
        ) : (
          <>
            {timePaid && (
              <>
                {rich("order.paidAtSentence", { time: timePaid })}
                <br />
              </>
            )}
            <ArrivalText arrival={arrival} next={t(words.next)} supportEmail={supportEmail} />
          </>
        ),
      state: "now",
      icon: "coins",
    },
    completed: {
      label: t("ui.statusProcessing"),
      detail: timePaid ? rich("order.paidAt", { time: timePaid }) : t(words.done),
      state: "done",
    },
  };
  const done = order.status === "completed";
  return [
    placed,
    processing[order.status],
    {
      label: t("ui.statusCompleted"),
      detail: done
        ? rich(words.arrived, {
            time: <Time value={at("completed") ?? order.updatedAt} format="short" />,
            br: <br />,
          })
        : t(words.goal),
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
  if (arrival?.late) return rich("order.late", { email: <Support email={supportEmail} /> });
  return (
    <>
      {arrival?.text ?? next}
      {arrival?.place && (
        <>
          <br />
          {placeText(arrival.place)}
        </>
      )}
    </>
  );
}

/** Returns what Processing waits for, in two lines for every status so that nothing below it moves. */
function pendingDetail(order: TrackedOrder, payment: PaymentStatus | null): ReactNode {
  // The link leads to the payment panel below the order.
  const parts = { br: <br />, link: <a className="link" href="#payment" /> };
  switch (payment) {
    case "pending":
      return rich("order.waitsForPayment", parts);
    case "expired":
      return rich("order.waitsForQuote", parts);
    case "partial":
      return rich("order.waitsForRest", parts);
    case "detected":
      return rich("order.waitsForConfirmation", parts);
    case "review":
      return rich("order.waitsForReview", parts);
    case "reversed":
      return rich("order.waitsForReconfirmation", parts);
    case "refunded":
      return isRefundedInPart(order)
        ? rich("order.paymentPartRefunded", { ...parts, amount: returnedText(order) })
        : rich("order.paymentSentBack", parts);
    default:
      return rich(goodsWords[kindOf(order.package)].waits, parts);
  }
}
