import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { StatusBadge } from "#app/ui/badge.tsx";
import { Drawer, DrawerSection } from "#app/ui/drawer.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Time } from "#app/ui/time.tsx";
import type { Choice } from "#shop/payments/review/review.ts";
import type { DecisionRow, ReviewDetails } from "#shop/payments/review/review-view.ts";
import { Choices } from "./choices.tsx";
import { EarlierDecisions } from "./earlier-decisions.tsx";
import { OrderFacts } from "./order-facts.tsx";

/** Which form is open in a panel, by its address: that of a choice, or that which takes a decision back. */
export interface OpenForm {
  chosen: Choice | undefined;
  undoing: DecisionRow | undefined;
}

export function useOpenForm({
  choices,
  decisions,
}: Pick<ReviewDetails, "choices" | "decisions">): OpenForm {
  const [search] = useSearchParams();
  return {
    chosen: choices.find((choice) => choice === search.get("decide")),
    undoing: decisions.find(
      ({ id, canBeUndone }) => canBeUndone && String(id) === search.get("undo"),
    ),
  };
}

export interface PaymentFrameProps {
  details: Pick<ReviewDetails, "order" | "buyer" | "since" | "choices" | "decisions">;
  /** Why it waits, in words; null when nothing has to be decided. */
  why: string | null;
  /** As it stands in the lists. */
  subject: string;
  /** What `useOpenForm` has found, and its form. */
  open: OpenForm;
  form: ReactNode;
  closeTo: string;
  onClose: () => void;
  /** What there is to know of the money. */
  children: ReactNode;
}

/** What the panel of each payment has: why it waits, what can be decided, whose it is, and what was decided. */
export function PaymentFrame(props: PaymentFrameProps) {
  const { details, why, subject, open, form, closeTo, onClose, children } = props;
  const { order, buyer, since, choices, decisions } = details;
  return (
    <Drawer
      title={why ? "Payment to decide" : "Payment"}
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
      <DrawerSection title={why ? "What to do" : "Nothing waits here"}>
        {why && since && (
          <Notice tone="pending">
            <b>{why}</b> It waits since <Time value={since} />.
          </Notice>
        )}
        {!open.undoing && (
          <Choices choices={choices} subject={subject} chosen={open.chosen} waits={why !== null} />
        )}
        {form}
      </DrawerSection>
      {children}
      <OrderFacts order={order} buyer={buyer} />
      {decisions.length > 0 && (
        <DrawerSection title="Decisions">
          <EarlierDecisions decisions={decisions} subject={subject} />
        </DrawerSection>
      )}
    </Drawer>
  );
}
