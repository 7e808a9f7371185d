import { type Answer, answerTo } from "#app/answer.ts";
import { CorrectRecipient } from "./correct-recipient.tsx";
import { OrderConsent } from "./order-consent.tsx";
import { OrderWithdrawal } from "./order-withdrawal.tsx";
import type { ShownOrder } from "./shown-order.server.ts";

/** What buyers can do about the facts of their order, which stand above it. */
export function BelowFacts({ shown, answer }: { shown: ShownOrder; answer: Answer | null }) {
  const { order, correction, asksConsent, withdrawal } = shown;
  const consent = answerTo(answer, "consent");
  return (
    <>
      {correction && <CorrectRecipient order={order} correction={correction} answer={answer} />}
      <OrderConsent order={order} asks={asksConsent} message={consent?.message} />
      <OrderWithdrawal orderId={order.id} view={withdrawal} />
    </>
  );
}
