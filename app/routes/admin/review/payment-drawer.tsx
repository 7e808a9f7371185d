import { href, Link, useSearchParams } from "react-router";
import { StatusBadge } from "#app/ui/badge.tsx";
import { Drawer, DrawerSection } from "#app/ui/drawer.tsx";
import { KeyValueList } from "#app/ui/kv.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Time } from "#app/ui/time.tsx";
import { formatCount, formatUsd } from "#lib/money.ts";
import { type ReviewDetails } from "#shop/payments/review-view.ts";
import { DecisionForm, UndoForm } from "./decision-form.tsx";
import { Choices } from "./choices.tsx";
import { EarlierDecisions } from "./earlier-decisions.tsx";
import { MoneyFacts, Transactions } from "./money-facts.tsx";
import type { ReviewAnswer } from "./review-form.ts";
import { reasonWords } from "./review-words.ts";

export interface PaymentDrawerProps {
  details: ReviewDetails;
  /** As it stands in the address. */
  subject: string;
  /** What the server said to a decision that was not taken. */
  answer: ReviewAnswer | undefined;
  closeTo: string;
  onClose: () => void;
}

/** One payment: why it waits, what there is, what can be decided, and what was. */
export function PaymentDrawer({ details, subject, answer, closeTo, onClose }: PaymentDrawerProps) {
  const { order, reason, since, choices, decisions } = details;
  const [search] = useSearchParams();
  const chosen = choices.find((choice) => choice === search.get("decide"));
  const undoing = decisions.find(
    ({ id, undone }) => undone === null && String(id) === search.get("undo"),
  );
  return (
    <Drawer
      title={reason ? "Payment to decide" : "Payment"}
      under={
        order ? (
          <>
            <span className="mono">{order.id}</span>
            <StatusBadge status={order.status} />
            {order.deleted && <span className="muted">deleted</span>}
          </>
        ) : (
          <span className="muted">No order</span>
        )
      }
      closeTo={closeTo}
      onClose={onClose}
    >
      <DrawerSection title={reason ? "What to do" : "Nothing waits here"}>
        {reason && since && (
          <Notice tone="pending">
            <b>{reasonWords[reason].long}</b> It waits since <Time value={since} />.
          </Notice>
        )}
        {undoing ? (
          <UndoForm key={undoing.id} details={details} decision={undoing} answer={answer} />
        ) : (
          <>
            <Choices choices={choices} subject={subject} chosen={chosen} waits={reason !== null} />
            {chosen && (
              <DecisionForm key={chosen} details={details} choice={chosen} answer={answer} />
            )}
          </>
        )}
      </DrawerSection>
      <DrawerSection title="Money">
        <MoneyFacts details={details} />
      </DrawerSection>
      <DrawerSection title="Transactions">
        <Transactions details={details} />
      </DrawerSection>
      <OrderFacts details={details} />
      {decisions.length > 0 && (
        <DrawerSection title="Decisions">
          <EarlierDecisions decisions={decisions} subject={subject} />
        </DrawerSection>
      )}
    </Drawer>
  );
}

function OrderFacts({ details: { order, buyer } }: { details: ReviewDetails }) {
  if (!buyer) return null;
  return (
    <DrawerSection title="Order">
      <KeyValueList
        rows={[
          {
            label: "Order ID",
            value:
              order && !order.deleted ? (
                <Link
                  className="link mono"
                  to={href("/admin/orders/:orderId", { orderId: order.id })}
                >
                  {order.id}
                </Link>
              ) : (
                (order?.id ?? "Removed for good")
              ),
          },
          { label: "Package", value: `${formatCount(buyer.coins)} coins` },
          { label: "Price", value: formatUsd(buyer.priceCents) },
          { label: "TikTok username", value: `@${buyer.tiktokUsername}` },
          {
            label: "Email",
            value: (
              <a className="link" href={`mailto:${buyer.email}`}>
                {buyer.email}
              </a>
            ),
          },
        ]}
      />
    </DrawerSection>
  );
}
