import { DrawerSection } from "#app/ui/drawer.tsx";
import type { ReviewDetails } from "#shop/payments/review/review-view.ts";
import { DecisionForm, UndoForm } from "./decision-form.tsx";
import { MoneyFacts, Transactions } from "./money-facts.tsx";
import { PaymentFrame, useOpenForm } from "../review/payment-frame.tsx";
import type { ReviewAnswer } from "../review/review-form.ts";
import { reasonWords } from "../review/review-labels.ts";

export interface PaymentDrawerProps {
  details: ReviewDetails;
  /** As it stands in the address. */
  subject: string;
  /** What the server said to a decision that was not taken. */
  answer: ReviewAnswer | undefined;
  closeTo: string;
  onClose: () => void;
}

/** One payment on the chain: why it waits, what there is, what can be decided, and what was. */
export function PaymentDrawer({ details, answer, ...frame }: PaymentDrawerProps) {
  const { reason } = details;
  const open = useOpenForm(details);
  const { chosen, undoing } = open;
  return (
    <PaymentFrame
      {...frame}
      details={details}
      why={reason && reasonWords[reason].long}
      open={open}
      form={
        undoing ? (
          <UndoForm key={undoing.id} details={details} decision={undoing} answer={answer} />
        ) : (
          chosen && <DecisionForm key={chosen} details={details} choice={chosen} answer={answer} />
        )
      }
    >
      <DrawerSection title="Money">
        <MoneyFacts details={details} />
      </DrawerSection>
      <DrawerSection title="Transactions">
        <Transactions details={details} />
      </DrawerSection>
    </PaymentFrame>
  );
}
