import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { type Answer, answerTo, typedText } from "#app/answer.ts";
import { LiveFallback } from "#app/ui/live-fallback.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { t } from "#messages/translate.ts";
import type { OrderStatus, RecentOrder } from "#shop/orders/order.ts";
import { isPaymentMethod } from "#shop/settings/payment-method.ts";
import { MethodPicker } from "../method/method-picker.tsx";
import { MethodPaymentPanel } from "../method/method-payment-panel.tsx";
import { PaymentPanel } from "../payment-panel/payment-panel.tsx";
import { BelowFacts } from "./below-facts.tsx";
import { CorrectEmail } from "./correct-email.tsx";
import { AskedNotice, Conversation } from "./conversation.tsx";
import { ProveFirst } from "./prove-first.tsx";
import { OrderCard } from "./order-card.tsx";
import { RecentOrders } from "./recent-orders.tsx";
import { SearchForm } from "./search-form.tsx";
import { RefundAddressForm } from "./refund-address.tsx";
import type { ShownOrder } from "./shown-order.server.ts";
import { showsMethodPayment, showsPayment } from "./shows-payment.ts";
import "./track.css";

export interface TrackViewProps {
  /** The topic of the order's live updates; null without an order. */
  topic: string | null;
  data: TrackData;
  /** The answer to the last form. */
  answer: Answer | null;
}

/** An order, or the search for one. */
type TrackData = TrackFrame &
  (
    | { shown: ShownOrder; recent: readonly RecentOrder[]; error: null }
    | {
        shown: null;
        /** The orders of this device. */
        recent: readonly RecentOrder[];
        /** Why the order is not shown: not found, or too many attempts. */
        error: string | null;
      }
  );

interface TrackFrame {
  shopName: string;
  supportEmail: string;
  /** The order ID that came with the URL; empty without one. */
  orderId: string;
  /** Shows the success message without JavaScript; with it, a toast does. */
  justPlaced: boolean;
  /** Whether a new quote is possible: that a price source is available. */
  priceKnown: boolean;
}

/** The tracking page: the order and what the buyer can do now, or the search form. */
export function TrackView({ topic, data, answer }: TrackViewProps) {
  const { shown, shopName, supportEmail } = data;
  const order = shown?.order ?? null;
  const search = answerTo(answer, "track");
  const error = search?.message ?? data.error;
  // A masked order is completed by the email, so its form stays open.
  const searches = !order || order.masked;
  const refused = search !== null || error !== null;
  const title = useFocusOnOrder(searches ? null : order.id);
  const values = {
    orderId: typedText(search, "orderId") ?? data.orderId,
    email: typedText(search, "email") ?? "",
  };
  return (
    <div className="container track">
      <header className="track__head">
        <h1 className="display">{t("order.trackOrder")}</h1>
        {searches && <p>{t("order.searchLead")}</p>}
      </header>
      {data.justPlaced && (
        <noscript>
          <Notice tone="completed" className="track__placed">
            {t("order.justPlaced")}
          </Notice>
        </noscript>
      )}
      {searches ? (
        <>
          <SearchForm
            values={values}
            errors={search?.errors}
            orderIdInUrl={data.orderId !== ""}
            order={order}
          />
          <LostLink />
        </>
      ) : (
        <Disclosure
          // Closes again once another order is shown.
          key={order.id}
          className="track__another"
          title={t("order.trackAnother")}
          open={refused}
        >
          <SearchForm values={refused ? values : {}} errors={search?.errors} order={null} />
          <LostLink />
        </Disclosure>
      )}
      {error && (
        <Notice tone="rejected" role="alert" className="track__notice">
          {error}
        </Notice>
      )}
      {data.recent.length > 0 && <RecentOrders orders={data.recent} />}
      <p className="sr" role="status">
        {order && t(announcements[order.status], { id: order.id })}
      </p>
      <LiveFallback topic={topic} />
      {shown && (
        <OrderCard
          titleRef={title}
          order={shown.order}
          payment={shown.payment}
          otherPayment={shown.otherPayment}
          pushKey={shown.pushKey}
          events={shown.events}
          arrival={shown.arrival}
          supportEmail={supportEmail}
          correction={<BelowFacts shown={shown} answer={answer} />}
        >
          {shown.conversation?.asked && <AskedNotice />}
          <NextStep data={data} shown={shown} answer={answer} />
          {shown.needsProof && (
            <ProveFirst orderId={shown.order.id} message={answerTo(answer, "link")?.message} />
          )}
        </OrderCard>
      )}
      {shown?.conversation && (
        <Conversation
          // Apart from the key of the form above, which stands beside it.
          key={`messages ${shown.order.id}`}
          orderId={shown.order.id}
          conversation={shown.conversation}
          {...{ shopName, supportEmail, answer }}
        />
      )}
    </div>
  );
}

const announcements = {
  pending: "order.isPending",
  processing: "order.isProcessing",
  completed: "order.isCompleted",
  rejected: "order.isRejected",
} as const satisfies Record<OrderStatus, string>;

function LostLink() {
  return (
    <p className="track__lost">
      <Link className="link" to="/track-order/links">
        {t("order.findMail")}
      </Link>
    </p>
  );
}

/** Moves the focus to the order's heading when another order is shown: the form that led to it is gone by then. */
function useFocusOnOrder(shownId: string | null) {
  const title = useRef<HTMLHeadingElement>(null);
  const last = useRef(shownId);
  useEffect(() => {
    if (shownId && shownId !== last.current) title.current?.focus({ preventScroll: true });
    last.current = shownId;
  }, [shownId]);
  return title;
}

/** Shows a mail that did not arrive, how to pay the order or what becomes of its payment, and where a refund goes. */
function NextStep({
  data,
  shown,
  answer,
}: Pick<TrackViewProps, "data" | "answer"> & { shown: ShownOrder }) {
  const { order, payment, otherPayment, offers, refund, refusedEmail } = shown;
  const { supportEmail, priceKnown } = data;
  const fields = { orderId: order.id, email: order.email };
  return (
    <>
      {refusedEmail && <CorrectEmail orderId={order.id} refused={refusedEmail} answer={answer} />}
      {payment && showsPayment(order, payment.status) && (
        <div className="track__payment" id="payment">
          <PaymentPanel
            payment={payment}
            screen="order"
            kind={order.package.kind}
            delivered={order.status === "completed"}
            orderId={order.id}
            quoteForm={{ action: "/track-order", fields }}
            supportEmail={supportEmail}
            priceError={!priceKnown}
          />
        </div>
      )}
      {otherPayment && showsMethodPayment(order, otherPayment) && (
        <div className="track__payment" id="payment">
          <MethodPaymentPanel
            kind={order.package.kind}
            payment={otherPayment}
            orderId={order.id}
            fields={fields}
            supportEmail={supportEmail}
          />
        </div>
      )}
      {offers.length > 1 && (
        <Disclosure
          className="ways__other"
          title={t("order.payAnotherWay")}
          open={otherPayment?.how === null}
        >
          <MethodPicker
            label={t("order.payAnotherWay")}
            offers={offers}
            current={isPaymentMethod(order.paymentMethod) ? order.paymentMethod : "bitcoin"}
            action="/track-order"
            fields={fields}
          />
        </Disclosure>
      )}
      {refund?.state === "open" && (
        <RefundAddressForm refund={refund} fields={fields} answer={answer} />
      )}
    </>
  );
}
