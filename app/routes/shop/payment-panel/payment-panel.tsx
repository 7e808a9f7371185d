import { type ComponentType, useState } from "react";
import { Countdown, CountdownBar } from "#app/ui/countdown.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { PaymentView } from "#shop/payments/payment-view.ts";
import type { PaymentStatus } from "#shop/payments/model/payment.ts";
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

interface PanelState extends PanelHead {
  /** Shows the countdown. */
  counting: boolean;
  /** Warns when the Bitcoin network is unreachable. */
  watching: boolean;
  Body: ComponentType<PanelBodyProps>;
}

const states: Record<PaymentStatus, PanelState> = {
  pending: {
    title: "Waiting for your payment",
    tone: "pending",
    icon: null,
    counting: true,
    watching: true,
    Body: Pending,
  },
  partial: {
    title: "Part of the payment is missing",
    tone: "pending",
    icon: "alert",
    counting: true,
    watching: true,
    Body: PartiallyPaid,
  },
  detected: {
    title: "Payment seen on the network",
    tone: "processing",
    icon: "eye",
    counting: false,
    watching: true,
    Body: Detected,
  },
  paid: {
    title: "Payment confirmed",
    tone: "completed",
    icon: "check",
    counting: false,
    watching: false,
    Body: Confirmed,
  },
  overpaid: {
    title: "Payment confirmed",
    tone: "completed",
    icon: "check",
    counting: false,
    watching: false,
    Body: Confirmed,
  },
  expired: {
    title: "The price lock has ended",
    tone: "rejected",
    icon: "hourglass",
    counting: false,
    watching: true,
    Body: Expired,
  },
  review: {
    title: "We are reviewing this payment",
    tone: "pending",
    icon: "search",
    counting: false,
    watching: false,
    Body: Review,
  },
  reversed: {
    title: "The network reversed this payment",
    tone: "rejected",
    icon: "alert",
    counting: false,
    watching: true,
    Body: Reversed,
  },
  refunded: {
    title: "Refunded",
    tone: "processing",
    icon: "refresh",
    counting: false,
    watching: false,
    Body: Refunded,
  },
};

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
  const { title, tone, icon, watching, Body } = states[status];
  // A top-up that an administrator requested is held for days, so its panel shows a date instead of a countdown.
  const counting = states[status].counting && !payment.isTopUp;
  const clock = { expiresAt: payment.expiresAt, now: payment.now };

  return (
    <PanelFrame
      title={title}
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
    <PanelFrame title="There is no amount yet" tone="rejected" icon="alert">
      <PanelLayout
        decorative
        figure={
          <Seal>
            <Icon name="refresh" className="seal__icon" />
          </Seal>
        }
        notes={[
          { icon: "check", text: "Nothing was charged, and what you entered is kept." },
          {
            icon: "clock",
            text: "The price is held for 60 minutes from the moment the amount is shown.",
          },
        ]}
      >
        <PriceError />
        <QuoteForm quoteForm={quoteForm} label="Retry" />
      </PanelLayout>
    </PanelFrame>
  );
}

function NetworkDown({ payment }: { payment: PaymentView }) {
  return (
    <div className="pay__notice">
      <Notice tone="pending" role="status">
        <b>The Bitcoin network cannot be reached right now.</b>{" "}
        {payment.receivedSats > 0
          ? "Confirmations will be detected later than usual. Nothing is lost."
          : "Payments will be detected later than usual. Nothing is lost."}
      </Notice>
    </div>
  );
}

function LightningDown() {
  return (
    <div className="pay__notice">
      <Notice tone="pending" role="status">
        <b>Lightning is not available right now.</b> If you have paid, there is nothing to do; we
        find it.
      </Notice>
    </div>
  );
}
