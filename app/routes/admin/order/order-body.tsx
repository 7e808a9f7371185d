import type { Answer } from "#app/answer.ts";
import { Link } from "react-router";
import type { BoughtCode } from "#shop/fulfilment/gift-order.server.ts";
import { goodsText, recipientText } from "#shop/catalog/goods.ts";
import { methodWithWay } from "#shop/settings/payment-method.ts";
import { GoodsArt } from "#app/routes/shop/shared/goods-art.tsx";
import { DrawerSection } from "#app/ui/drawer.tsx";
import { type KeyValue, KeyValueList } from "#app/ui/key-value-list.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Time } from "#app/ui/time.tsx";
import { Timeline } from "#app/ui/timeline.tsx";
import { reductionRows, totalRow, vatRows } from "#app/routes/shop/shared/price-rows.ts";
import { returnedRows } from "#app/routes/shop/shared/returned-rows.ts";
import { approximately } from "#messages/format.ts";
import { formatCount, formatUsd } from "#lib/money.ts";
import { correctedText, correctionOf } from "#shop/delivery/correction.ts";
import type { AdapterState } from "#shop/delivery/delivery.ts";
import type { ListedMail } from "#shop/mail/mail-list.ts";
import { creditNotesIn, type OrderEvent } from "#shop/orders/order.ts";
import { deliveryText } from "../deliver/delivery-badge.tsx";
import { MailSection } from "../mails/mail-section.tsx";
import { BoughtSection } from "./bought-section.tsx";
import { ConversationSection, type PanelConversation } from "./conversation.tsx";
import { CreditNoteLinks } from "./credit-note-links.tsx";
import { toTimeline } from "./order-history.ts";
import { NoteForm } from "./note-form.tsx";
import { missingSats, type PanelOrder, type PanelPayment } from "./panel-order.ts";
import { PaymentSection } from "./payment-section.tsx";
import { recipientRows } from "./recipient-rows.tsx";
import { RecordBitcoinForm, RecordForm, type RecordDefaults } from "./record-form.tsx";
import { RefundLinks, RejectedButPaid } from "./refund-links.tsx";
import type { StatusQuestion } from "./status-dialogs.tsx";
import { StatusForm } from "./status-form.tsx";

export interface OrderBodyProps {
  order: PanelOrder;
  payment: PanelPayment;
  record: RecordDefaults;
  delivery: AdapterState | null;
  history: readonly OrderEvent[];
  mails: readonly ListedMail[];
  /** What became of the gift code that the order bought; null without one. */
  code: BoughtCode | null;
  conversation: PanelConversation;
  explorer: string;
  action: string;
  /** The path of the next order, if there is one. */
  next: string | null;
  question: StatusQuestion;
  answer: Answer<unknown> | null;
}

export function OrderBody(props: OrderBodyProps) {
  const { order, payment, record, delivery, history, explorer, action, answer } = props;
  const corrections = history.filter(({ type }) => type === "recipient").map(correctionOf);
  const corrected = correctedText(corrections);
  const emails = history.flatMap(({ type, data }) => (type === "email" ? String(data.from) : []));
  return (
    <>
      <DrawerSection title="Status">
        <StatusForm order={order} action={action} question={props.question} next={props.next} />
        {order.withdrawal === "open" && (
          <Notice tone="pending" className="panel__notice">
            <b>The buyer withdrew from the contract.</b> It is not delivered until you decide under{" "}
            <Link className="link" to="/admin/review">
              Review
            </Link>
            .
          </Notice>
        )}
        <RejectedButPaid order={order} payment={payment} />
      </DrawerSection>
      <BoughtSection
        key={`gift ${order.version}`}
        order={order}
        code={props.code}
        mails={props.mails}
        action={action}
        answer={answer}
      />
      <DrawerSection title="Customer Information">
        <KeyValueList rows={customer(order)} />
        {corrected && <span className="badge badge--pending panel__corrected">{corrected}</span>}
        {emails.length > 0 && (
          <span className="badge badge--pending panel__corrected">
            Email corrected by the buyer: was {emails.join(", then ")}
          </span>
        )}
      </DrawerSection>
      <ConversationSection
        order={order}
        conversation={props.conversation}
        action={action}
        answer={answer}
      />
      <DrawerSection title="Order Details">
        <div className="panel__package">
          <span className="panel__art">
            <GoodsArt goods={order.package} />
          </span>
          <KeyValueList rows={packageOf(order)} />
        </div>
        <KeyValueList rows={details(order, delivery)} />
        <CreditNoteLinks orderId={order.id} notes={creditNotesIn(history)} />
      </DrawerSection>
      <DrawerSection title="Payment">
        <PaymentSection order={order} payment={payment} explorer={explorer} />
        {order.status !== "rejected" && <RefundLinks order={order} payment={payment} />}
        <RecordForm key={payment.receipts.length} start={record} action={action} answer={answer} />
        {payment.quotes.length > 0 && (
          <RecordBitcoinForm
            key={`bitcoin ${payment.transactions.length}`}
            missingSats={missingSats(order, payment)}
            start={record}
            action={action}
            answer={answer}
          />
        )}
      </DrawerSection>
      <DrawerSection title="Internal note">
        <NoteForm order={order} action={action} answer={answer} />
      </DrawerSection>
      <MailSection mails={props.mails} email={order.email} search={order.id} />
      <DrawerSection title="History">
        <Timeline events={toTimeline(history)} />
      </DrawerSection>
    </>
  );
}

function customer({
  email,
  country,
  tiktokUsername,
  tiktokUid,
  giftEmail,
}: PanelOrder): KeyValue[] {
  return [
    ...(tiktokUsername === null
      ? [{ label: "For", value: recipientText({ tiktokUsername, giftEmail }) }]
      : recipientRows({ tiktokUsername, tiktokUid })),
    {
      label: "Email",
      value: (
        <a className="link" href={`mailto:${encodeURIComponent(email)}`}>
          {email}
        </a>
      ),
    },
    ...(country ? [{ label: "Country", value: country }] : []),
  ];
}

function packageOf(order: PanelOrder): KeyValue[] {
  const { coins, kind } = order.package;
  const reductions = reductionRows(order);
  return [
    { label: "Package", value: coins || kind ? goodsText(order.package) : "N/A" },
    ...(reductions.length > 0
      ? [...reductions, ...beyondRows(order), totalRow(order.totalCents, order.shownIn)]
      : [
          {
            label: "Price",
            value: formatUsd(order.totalCents),
            about: approximately(order.totalCents, order.shownIn),
          },
        ]),
    ...vatRows(order),
    ...keptRows(order),
  ];
}

/** That the order uses its coupon once more than its limits allow. */
function beyondRows({ beyondLimit }: PanelOrder): KeyValue[] {
  if (!beyondLimit) return [];
  const { use, limit, ofCustomer } = beyondLimit;
  const which = `${formatCount(use)} of ${formatCount(limit)}${ofCustomer ? " for this customer" : ""}`;
  return [
    {
      label: "Use of the coupon",
      value: <span className="badge badge--pending">{which}, beyond the limit</span>,
    },
  ];
}

/** What went back, and what is left of the total; no rows for an order of which nothing did. */
function keptRows(order: PanelOrder): KeyValue[] {
  const rows = returnedRows(order);
  if (rows.length === 0) return [];
  return [...rows, { label: "Kept", value: formatUsd(order.keptCents), total: true }];
}

function details(order: PanelOrder, delivery: AdapterState | null): KeyValue[] {
  return [
    { label: "Payment Method", value: methodWithWay(order) },
    { label: "Date", value: <Time value={order.createdAt} /> },
    { label: "Last Updated", value: <Time value={order.updatedAt} /> },
    ...(order.status === "processing" && delivery
      ? [{ label: "Delivery", value: deliveryText(delivery) }]
      : []),
    ...consentRows(order),
    ...(order.statusReason ? [{ label: "Reason", value: order.statusReason }] : []),
  ];
}

/** The consent to immediate delivery; that there is none is said where the shop asks for it. */
function consentRows({ consentText, consentedAt, asksConsent }: PanelOrder): KeyValue[] {
  if (consentedAt)
    return [
      { label: "Consent to delivery", value: <Time value={consentedAt} /> },
      { label: "What it says", value: consentText },
    ];
  return asksConsent ? [{ label: "Consent to delivery", value: "Not given" }] : [];
}
