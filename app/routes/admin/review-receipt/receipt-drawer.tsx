import { DrawerSection } from "#app/ui/drawer.tsx";
import { subjectKey } from "#shop/payments/review/review.ts";
import type { ReceiptDetails } from "#shop/payments/review/review-view.ts";
import { PaymentFrame, useOpenForm } from "../review/payment-frame.tsx";
import { ReceiptFacts } from "../review/receipt-facts.tsx";
import { ReceiptForm, UndoReceiptForm } from "./receipt-form.tsx";
import type { ReviewAnswer } from "../review/review-form.ts";
import { reasonWords } from "../review/review-labels.ts";

export interface ReceiptDrawerProps {
  details: ReceiptDetails;
  /** What the server said to a decision that was not taken. */
  answer: ReviewAnswer | undefined;
  closeTo: string;
  onClose: () => void;
}

/** One receipt: why it waits, what is known of it, what can be decided, and what was. */
export function ReceiptDrawer({ details, answer, ...frame }: ReceiptDrawerProps) {
  const open = useOpenForm(details);
  const { chosen, undoing } = open;
  const words = details.reason && reasonWords[details.reason];
  return (
    <PaymentFrame
      {...frame}
      subject={subjectKey({ receiptId: details.id })}
      details={details}
      why={words && (words.receipt ?? words.long)}
      open={open}
      form={
        undoing ? (
          <UndoReceiptForm key={undoing.id} details={details} decision={undoing} answer={answer} />
        ) : (
          chosen && <ReceiptForm key={chosen} details={details} choice={chosen} answer={answer} />
        )
      }
    >
      <DrawerSection title="Money">
        <ReceiptFacts details={details} />
      </DrawerSection>
    </PaymentFrame>
  );
}
