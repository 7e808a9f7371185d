import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { LiveFallback } from "#app/ui/live-fallback.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { t } from "#messages/translate.ts";
import type { OrderEvent, OrderStatus, RecentOrder, TrackedOrder } from "#shop/orders/order.ts";
import type { MethodPayment, Offer } from "#shop/methods/methods.ts";
import { isPaymentMethod } from "#shop/settings/payment-method.ts";
import type { PaymentView } from "#shop/payments/payment-view.ts";
import { MethodPicker } from "../method/method-picker.tsx";
import { MethodPaymentPanel } from "../method/method-payment-panel.tsx";
import { PaymentPanel } from "../payment-panel/payment-panel.tsx";
import type { RefundAddressView } from "#shop/payments/refund-address.server.ts";
import type { RefusedEmail } from "#shop/orders/email-corrections.server.ts";
import { BelowFacts, type BelowFactsProps } from "./below-facts.tsx";
import { CorrectEmail, type CorrectEmailData } from "./correct-email.tsx";
import type { BuyerConversation } from "#shop/orders/conversation.server.ts";
import { AskedNotice, Conversation, type MessageData } from "./conversation.tsx";
import { ProveFirst } from "./prove-first.tsx";
import { OrderCard } from "./order-card.tsx";
import type { Arrival } from "./order-progress.tsx";
import { RecentOrders } from "./recent-orders.tsx";
import { SearchForm, type SearchFormProps } from "./search-form.tsx";
import { type RefundAddressData, RefundAddressForm } from "./refund-address.tsx";
import { showsMethodPayment, showsPayment } from "./shows-payment.ts";
import "./track.css";

export interface TrackViewProps extends SearchFormProps, Omit<BelowFactsProps, "order"> {
  /** Why the order is not shown: not found, or too many attempts. */
  error?: string | null;
  /** The topic of the order's live updates; null without an order. */
  topic: string | null;
  payment: PaymentView | null;
  /** The payment by a method other than Bitcoin, if that is the order's method. */
  otherPayment: MethodPayment | null;
  /** The enabled methods while the method can still change; else empty. */
  offers: readonly Offer[];
  /** The shop's key for push messages, while there is an arrival to be told of; null for who may not see all of the order. */
  pushKey?: string | null;
  /** The status changes, oldest first. */
  events: readonly OrderEvent[];
  /** The orders of this device, where no order is shown. */
  recent: readonly RecentOrder[];
  /** Null unless the order is paid and waits for its coins. */
  arrival: Arrival | null;
  supportEmail: string;
  /** Whether the viewer has found the order by id and email, which does not allow to change it. */
  needsProof: boolean;
  /** Why the link was not mailed. */
  linkMessage: string | undefined;
  /** The address for a refund; null for who may not say it. */
  refund: RefundAddressView | null;
  refundData: RefundAddressData | undefined;
  /** The address that refused a mail; null without one, or for who may not correct it. */
  refusedEmail: RefusedEmail | null;
  emailData: CorrectEmailData | undefined;
  /** The conversation; null for who may not read it. */
  conversation: BuyerConversation | null;
  messageData: MessageData | undefined;
  shopName: string;
  /** Shows the success message without JavaScript; with it, a toast does. */
  justPlaced?: boolean;
  /** No new quote is possible, because no price source is available. */
  priceError?: boolean;
}

/** The tracking page: the order and what the buyer can do now, or the search form. */
export function TrackView(props: TrackViewProps) {
  const { order, payment, otherPayment, error, supportEmail } = props;
  // A masked order is completed by the email, so its form stays open.
  const searches = !order || order.masked;
  const refused = Boolean(error || props.errors);
  const title = useFocusOnOrder(searches ? null : order.id);
  return (
    <div className="container track">
      <header className="track__head">
        <h1 className="display">{t("order.trackOrder")}</h1>
        {searches && <p>{t("order.searchLead")}</p>}
      </header>
      {props.justPlaced && (
        <noscript>
          <Notice tone="completed" className="track__placed">
            {t("order.justPlaced")}
          </Notice>
        </noscript>
      )}
      {searches ? (
        <>
          <SearchForm {...props} />
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
          <SearchForm
            {...props}
            values={refused ? props.values : {}}
            orderIdInUrl={false}
            order={null}
          />
          <LostLink />
        </Disclosure>
      )}
      {error && (
        <Notice tone="rejected" role="alert" className="track__notice">
          {error}
        </Notice>
      )}
      {props.recent.length > 0 && <RecentOrders orders={props.recent} />}
      <p className="sr" role="status">
        {order && t(announcements[order.status], { id: order.id })}
      </p>
      <LiveFallback topic={props.topic} />
      {order && (
        <OrderCard
          titleRef={title}
          order={order}
          payment={payment}
          otherPayment={otherPayment}
          pushKey={props.pushKey}
          events={props.events}
          arrival={props.arrival}
          supportEmail={supportEmail}
          correction={<BelowFacts {...props} order={order} />}
        >
          {props.conversation?.asked && <AskedNotice />}
          <NextStep {...props} order={order} />
          {props.needsProof && <ProveFirst orderId={order.id} message={props.linkMessage} />}
        </OrderCard>
      )}
      {order && props.conversation && (
        <Conversation
          // Apart from the key of the form above, which stands beside it.
          key={`messages ${order.id}`}
          orderId={order.id}
          conversation={props.conversation}
          shopName={props.shopName}
          supportEmail={supportEmail}
          actionData={props.messageData}
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
function NextStep(props: TrackViewProps & { order: TrackedOrder }) {
  const { order, payment, otherPayment, offers, supportEmail } = props;
  const fields = { orderId: order.id, email: order.email };
  return (
    <>
      {props.refusedEmail && (
        <CorrectEmail
          orderId={order.id}
          refused={props.refusedEmail}
          actionData={props.emailData}
        />
      )}
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
            priceError={props.priceError}
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
      {props.refund?.state === "open" && (
        <RefundAddressForm refund={props.refund} fields={fields} actionData={props.refundData} />
      )}
    </>
  );
}
