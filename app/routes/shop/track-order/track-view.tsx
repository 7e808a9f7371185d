import { useEffect } from "react";
import { Form, useNavigation } from "react-router";
import { z } from "zod";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { parseForm } from "#lib/form.ts";
import type { OrderEvent, TrackedOrder } from "#shop/orders/order.ts";
import type { MethodPayment } from "#shop/methods/method-payment.ts";
import type { Offer } from "#shop/methods/offer.ts";
import { isPaymentMethod } from "#shop/settings/payment-method.ts";
import type { PaymentView } from "#shop/payments/payment-view.ts";
import type { PaymentStatus } from "#shop/payments/model/payment.ts";
import { MethodPicker } from "../method/method-picker.tsx";
import { MethodPaymentPanel } from "../method/method-payment-panel.tsx";
import { PaymentPanel } from "../payment-panel/payment-panel.tsx";
import { OrderCard } from "./order-card.tsx";
import "./track.css";

type TrackField = "orderId" | "email";

const orderIdSchema = z.object({ orderId: z.string().trim().min(1, "Please enter your order ID") });
const searchSchema = orderIdSchema.extend({
  email: z.string().trim().min(1, "Please enter your email address"),
});

export interface TrackViewProps {
  /** What the fields hold when the page opens. */
  values?: Partial<Record<TrackField, string>>;
  errors?: Partial<Record<TrackField, string>>;
  /** What stands between the visitor and the order: not found, or too many tries. */
  error?: string | null;
  /** The order ID came with the address: the email is then asked for only to unmask. */
  orderIdInUrl?: boolean;
  order: TrackedOrder | null;
  payment: PaymentView | null;
  /** The payment by another way than Bitcoin, if that is how it is paid. */
  otherwise: MethodPayment | null;
  /** Ways to pay, while another one can be chosen. */
  offers: readonly Offer[];
  /** What happened to the order, oldest first. */
  events: readonly OrderEvent[];
  supportEmail: string;
  /** Said by a toast where scripts run, and here where none do. */
  justPlaced?: boolean;
  /** No new amount could be worked out: no price source answered. */
  priceError?: boolean;
}

/** Finds an order by its ID and email, shows where it is and, while it is not paid, how to pay. */
export function TrackView(props: TrackViewProps) {
  const { order, payment, otherwise, offers, error, supportEmail } = props;
  const pays = order !== null && payment !== null && goesOnPaying(order, payment.status);
  return (
    <div className="container track">
      <header className="track__head">
        <h1 className="display">Track Order</h1>
        <p>Use the order ID from your receipt and the email you gave at checkout.</p>
      </header>
      {props.justPlaced && (
        <noscript>
          <Notice tone="completed" className="track__placed">
            Order placed successfully!
          </Notice>
        </noscript>
      )}
      <SearchForm {...props} />
      {error && (
        <Notice tone="rejected" role="alert" className="track__notice">
          {error}
        </Notice>
      )}
      <p className="sr" role="status">
        {order && `Order ${order.id} is ${order.status}`}
      </p>
      {order && (
        <OrderCard
          order={order}
          payment={payment}
          otherwise={otherwise}
          events={props.events}
          supportEmail={supportEmail}
        />
      )}
      {pays && (
        <div className="track__payment" id="payment">
          <PaymentPanel
            payment={payment}
            place="order"
            quoteForm={{
              action: "/track-order",
              fields: { orderId: order.id, email: order.email },
            }}
            supportEmail={supportEmail}
            priceError={props.priceError}
          />
        </div>
      )}
      {order && otherwise && showsPaying(order, otherwise) && (
        <div className="track__payment" id="payment">
          <MethodPaymentPanel
            payment={otherwise}
            fields={{ orderId: order.id, email: order.email }}
            supportEmail={supportEmail}
          />
        </div>
      )}
      {order && offers.length > 1 && (
        <Disclosure className="ways__other" title="Pay another way" open={otherwise?.how === null}>
          <MethodPicker
            label="Pay another way"
            offers={offers}
            current={isPaymentMethod(order.paymentMethod) ? order.paymentMethod : "bitcoin"}
            action="/track-order"
            fields={{ orderId: order.id, email: order.email }}
          />
        </Disclosure>
      )}
    </div>
  );
}

function SearchForm({ values, errors: refused, orderIdInUrl, order }: TrackViewProps) {
  const navigation = useNavigation();
  const { errors, form } = useFormErrors<TrackField>(refused, (form) =>
    parseForm(orderIdInUrl ? orderIdSchema : searchSchema, form),
  );

  const shownId = order?.id;
  const masked = order?.masked ?? false;
  useEffect(() => {
    const field = (name: TrackField) =>
      form.ref.current?.querySelector<HTMLInputElement>(`[name=${name}]`);
    const orderId = field("orderId");
    // As it is written, not as it was typed.
    if (shownId && orderId) orderId.value = shownId;
    if (masked) field("email")?.focus();
  }, [shownId, masked, form.ref]);

  return (
    // Without an action it is sent to the address it stands at, which may name an order.
    <Form method="post" noValidate className="card track__form" {...form}>
      <input type="hidden" name="intent" value="track" />
      <Field
        label="Order ID"
        name="orderId"
        mono
        defaultValue={values?.orderId || order?.id}
        error={errors.orderId}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        required
      />
      <Field
        label="Email"
        name="email"
        type="email"
        defaultValue={values?.email}
        error={errors.email}
        autoComplete="email"
        required={!orderIdInUrl}
      />
      <Button
        type="submit"
        variant={order && !masked ? "secondary" : "primary"}
        busy={navigation.state !== "idle" && navigation.formData?.get("intent") === "track"}
      >
        <Icon name="search" />
        Track Order
      </Button>
    </Form>
  );
}

const asksForMoney: readonly PaymentStatus[] = ["pending", "partial", "expired"];

function showsPaying(order: TrackedOrder, { status }: MethodPayment): boolean {
  if (status === "paid") return false;
  if (order.status === "rejected") return status === "refunded";
  return order.status !== "completed" || !asksForMoney.includes(status);
}

function goesOnPaying(order: TrackedOrder, status: PaymentStatus): boolean {
  if (order.masked || status === "paid") return false;
  // Of an order that ended badly one still wants to know where the money went.
  if (order.status === "rejected") return status === "refunded";
  // An order that was completed by hand asks for no money any more.
  return order.status !== "completed" || !asksForMoney.includes(status);
}
