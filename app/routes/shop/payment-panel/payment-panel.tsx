import { type ComponentType, useState } from "react";
import { Countdown, CountdownBar } from "#app/ui/countdown.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { type MessageKey, rich, t } from "#messages/translate.ts";
import type { PaymentView } from "#shop/payments/payment-view.ts";
import type { PaymentStatus } from "#shop/orders/payment-status.ts";
import { isRefundedInPart } from "#shop/payments/model/refund.ts";
import { Expired, PriceError, QuoteForm } from "./expired.tsx";
import {
  type PanelBodyProps,
  type QuoteTarget,
  PanelLayout,
  Seal,
  type PanelHead,
  PanelFrame,
} from "./panel-layout.tsx";
import { Confirmed, Detected } from "./detected.tsx";
import { Refunded, Reversed, Review } from "./exceptions.tsx";
import { PartiallyPaid } from "./partially-paid.tsx";
import { Pending } from "./pending.tsx";

interface PanelState extends Omit<PanelHead, "title"> {
  title: MessageKey;
  /** Shows the countdown. */
  counting: boolean;
  /** Warns when the Bitcoin network is unreachable. */
  watching: boolean;
  Body: ComponentType<PanelBodyProps>;
}

const states = {
  pending: {
    title: "payment.isPending",
    tone: "pending",
    icon: null,
    counting: true,
    watching: true,
    Body: Pending,
  },
  partial: {
    title: "payment.isPartial",
    tone: "pending",
    icon: "alert",
    counting: true,
    watching: true,
    Body: PartiallyPaid,
  },
  detected: {
    title: "payment.isDetected",
    tone: "processing",
    icon: "eye",
    counting: false,
    watching: true,
    Body: Detected,
  },
  paid: {
    title: "payment.isConfirmed",
    tone: "completed",
    icon: "check",
    counting: false,
    watching: false,
    Body: Confirmed,
  },
  overpaid: {
    title: "payment.isConfirmed",
    tone: "completed",
    icon: "check",
    counting: false,
    watching: false,
    Body: Confirmed,
  },
  expired: {
    title: "payment.isExpired",
    tone: "rejected",
    icon: "hourglass",
    counting: false,
    watching: true,
    Body: Expired,
  },
  review: {
    title: "payment.isInReview",
    tone: "pending",
    icon: "search",
    counting: false,
    watching: false,
    Body: Review,
  },
  reversed: {
    title: "payment.isReversed",
    tone: "rejected",
    icon: "alert",
    counting: false,
    watching: true,
    Body: Reversed,
  },
  refunded: {
    title: "payment.isRefunded",
    tone: "processing",
    icon: "refresh",
    counting: false,
    watching: false,
    Body: Refunded,
  },
} as const satisfies Record<PaymentStatus, PanelState>;

/** The status the server will report once the price lock has ended. */
const statusAfterExpiry: Partial<Record<PaymentStatus, PaymentStatus>> = {
  pending: "expired",
  partial: "review",
};

/** Shows how to pay in Bitcoin and the state of the payment. */
export function PaymentPanel(props: PanelBodyProps) {
  const { payment } = props;
  const [countedDownTo, setCountedDownTo] = useState<number | null>(null);
  const expiry = payment.expiresAt.getTime();
  const isExpired = countedDownTo === expiry || payment.now.getTime() >= expiry;
  const status = (isExpired && statusAfterExpiry[payment.status]) || payment.status;
  const { tone, icon, watching, Body } = states[status];
  const isPart = status === "refunded" && isRefundedInPart(payment);
  const title = isPart ? "payment.isPartRefunded" : states[status].title;
  // A top-up that an administrator requested is held for days, so its panel shows a date instead of a countdown.
  const counting = states[status].counting && !payment.isTopUp;
  const clock = { expiresAt: payment.expiresAt, now: payment.now };

  return (
    <PanelFrame
      title={t(title)}
      tone={tone}
      icon={icon}
      clock={counting && <Countdown {...clock} onEnd={() => setCountedDownTo(expiry)} />}
      bar={counting && <CountdownBar {...clock} startsAt={payment.lockedAt} />}
    >
      {watching && !payment.chainUp && <NetworkDown payment={payment} />}
      {watching && payment.invoiceMayBePaid && !payment.lightningUp && <LightningDown />}
      <Body {...props} />
    </PanelFrame>
  );
}

/** The panel while there is no quote because no price is available. */
export function NoAmountPanel({ quoteForm }: { quoteForm: QuoteTarget }) {
  return (
    <PanelFrame title={t("payment.hasNoAmount")} tone="rejected" icon="alert">
      <PanelLayout
        decorative
        figure={
          <Seal>
            <Icon name="refresh" className="seal__icon" />
          </Seal>
        }
        notes={[
          { icon: "check", text: t("payment.nothingCharged") },
          {
            icon: "clock",
            text: t("payment.heldFromShown"),
          },
        ]}
      >
        <PriceError />
        <QuoteForm quoteForm={quoteForm} label={t("payment.retry")} />
      </PanelLayout>
    </PanelFrame>
  );
}

function NetworkDown({ payment }: { payment: PaymentView }) {
  return (
    <div className="pay__notice">
      <Notice tone="pending" role="status">
        {rich(payment.receivedSats > 0 ? "payment.confirmationsLate" : "payment.paymentsLate", {
          b: <b />,
        })}
      </Notice>
    </div>
  );
}

function LightningDown() {
  return (
    <div className="pay__notice">
      <Notice tone="pending" role="status">
        {rich("payment.lightningDown", { b: <b /> })}
      </Notice>
    </div>
  );
}
