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
import { Partial, Pending } from "./pending.tsx";

interface PanelState extends PanelHead {
  /** Whether the clock runs. */
  counting: boolean;
  /** Whether it matters that the network cannot be reached. */
  watching: boolean;
  Body: ComponentType<PanelBodyProps>;
}

const states: Record<PaymentStatus, PanelState> = {
  pending: {
    title: "Pending for your payment",
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
    Body: Partial,
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
    title: "We are looking at this payment",
    tone: "pending",
    icon: "search",
    counting: false,
    watching: false,
    Body: Review,
  },
  reversed: {
    title: "The network took this payment back",
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

/** What the server will say once it notices that the lock has ended. */
const onceEnded: Partial<Record<PaymentStatus, PaymentStatus>> = {
  pending: "expired",
  partial: "review",
};

/** How to pay, and what has become of it. Only what is inside changes with the payment's state. */
export function PaymentPanel(props: PanelBodyProps) {
  const { payment } = props;
  const [endedAt, setEndedAt] = useState<number | null>(null);
  const end = payment.expiresAt.getTime();
  const ended = endedAt === end || payment.now.getTime() >= end;
  const status = (ended && onceEnded[payment.status]) || payment.status;
  const { title, tone, icon, watching, Body } = states[status];
  // The rest that a person asked for is held for days: that is a date, and no clock.
  const counting = states[status].counting && !payment.askedForRest;
  const clock = { expiresAt: payment.expiresAt, now: payment.now };

  return (
    <PanelFrame
      title={title}
      tone={tone}
      icon={icon}
      clock={counting && <Countdown {...clock} onEnd={() => setEndedAt(end)} />}
      bar={counting && <CountdownBar {...clock} startsAt={payment.lockedAt} />}
    >
      {watching && !payment.chainUp && <NetworkDown payment={payment} />}
      <Body {...props} />
    </PanelFrame>
  );
}

/** Stands where the panel would, while no amount can be worked out. */
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
          { icon: "clock", text: "The price is held for 60 minutes from the moment it is there." },
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
          ? "Confirmations are seen later than usual, and nothing is lost."
          : "Payments are seen later than usual, and nothing is lost."}
      </Notice>
    </div>
  );
}
