import type { CorrectionView } from "#shop/delivery/corrections.server.ts";
import type { TrackedOrder } from "#shop/orders/order.ts";
import { type CorrectionData, CorrectRecipient } from "./correct-recipient.tsx";
import { OrderConsent } from "./order-consent.tsx";
import { OrderWithdrawal, type WithdrawalView } from "./order-withdrawal.tsx";

export interface BelowFactsProps {
  order: TrackedOrder;
  /** Whether the recipient can be corrected; null for who may not do so. */
  correction: CorrectionView | null;
  correctionData: CorrectionData | undefined;
  /** What the buyer can still agree to; null for nothing. */
  asksConsent: string | null;
  consentMessage: string | undefined;
  /** The withdrawal from the contract; null where it is switched off, and for who may not see all of the order. */
  withdrawal: WithdrawalView;
}

/** What buyers can do about the facts of their order, which stand above it. */
export function BelowFacts(props: BelowFactsProps) {
  const { order, correction, correctionData, asksConsent, consentMessage, withdrawal } = props;
  return (
    <>
      {correction && (
        <CorrectRecipient order={order} correction={correction} actionData={correctionData} />
      )}
      <OrderConsent order={order} asks={asksConsent} message={consentMessage} />
      <OrderWithdrawal orderId={order.id} view={withdrawal} />
    </>
  );
}
