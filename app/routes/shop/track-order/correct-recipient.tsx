import { Form } from "react-router";
import { type Answer, answerTo, typedText } from "#app/answer.ts";
import { Button } from "#app/ui/button.tsx";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useIsSubmitting } from "#app/ui/submit-button.tsx";
import { useBaseVersion, useFormErrors } from "#app/ui/use-form-errors.ts";
import { t } from "#messages/translate.ts";
import type { CorrectionState } from "#shop/delivery/correction.ts";
import type { CorrectionView } from "#shop/delivery/corrections.server.ts";
import { CORRECTIONS_MAX, type TrackedOrder } from "#shop/orders/order.ts";
import { TikTokFields } from "../shared/tiktok-fields.tsx";

/** Why a correction was refused. */
export const correctionProblems = {
  closed: "order.notCorrectedClosed",
  "used-up": "order.notCorrectedUsedUp",
  stale: "order.notCorrectedStale",
} as const satisfies Record<Exclude<CorrectionState, "open"> | "stale", string>;

export interface CorrectRecipientProps {
  order: TrackedOrder;
  correction: CorrectionView;
  answer: Answer | null;
}

/** Lets the buyer correct the TikTok account that gets the coins, or says how they could. */
export function CorrectRecipient({ order, correction, answer }: CorrectRecipientProps) {
  const { state, made } = correction;
  const given = answerTo(answer, "recipient");
  const message = given?.message;
  return (
    <div className="order__correct">
      {message && (
        <Notice tone="pending" role="alert">
          {message}
        </Notice>
      )}
      {state === "open" && (
        <Disclosure
          // Closes, and shows the new recipient, once it is corrected.
          key={made}
          title={t("order.wrongUsername")}
          open={given !== null}
        >
          <CorrectionForm order={order} made={made} answer={given} />
        </Disclosure>
      )}
      {state === "used-up" && <p className="xs muted">{t("order.correctUsedUp")}</p>}
    </div>
  );
}

interface CorrectionFormProps {
  order: TrackedOrder;
  made: number;
  answer: Answer | null;
}

function CorrectionForm({ order, made, answer }: CorrectionFormProps) {
  const { errors, form } = useFormErrors(answer?.errors);
  const seen = useBaseVersion(made, Boolean(answer?.message));
  const left = CORRECTIONS_MAX - made;
  return (
    // Posts to the current URL, which has the order ID: the page with an error shows the order as well.
    <Form method="post" noValidate preventScrollReset className="order__correct-form" {...form}>
      <input type="hidden" name="intent" value="recipient" />
      <input type="hidden" name="orderId" value={order.id} />
      <input type="hidden" name="made" value={seen} />
      <TikTokFields
        values={{
          tiktokUsername: typedText(answer, "tiktokUsername") ?? order.tiktokUsername ?? "",
          tiktokUid: typedText(answer, "tiktokUid") ?? order.tiktokUid ?? "",
        }}
        errors={errors}
        hint={left === 1 ? t("order.correctOnce") : t("order.correctTwice")}
      />
      <Button type="submit" busy={useIsSubmitting("recipient")}>
        {t("order.saveUsername")}
      </Button>
    </Form>
  );
}
