import { Form, useNavigation } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useBaseVersion, useFormErrors } from "#app/ui/use-form-errors.ts";
import type { FieldErrors } from "#lib/form.ts";
import { t } from "#messages/translate.ts";
import type { TikTokAccount } from "#shop/checkouts/checkout.ts";
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

/** The values of the form after an error. */
export interface CorrectionData {
  typed: Record<keyof TikTokAccount, string>;
  errors: FieldErrors<keyof TikTokAccount>;
  message: string | null;
}

export interface CorrectRecipientProps {
  order: TrackedOrder;
  correction: CorrectionView;
  actionData: CorrectionData | undefined;
}

/** Lets the buyer correct the TikTok account that gets the coins, or says how they could. */
export function CorrectRecipient({ order, correction, actionData }: CorrectRecipientProps) {
  const { state, made } = correction;
  const message = actionData?.message;
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
          open={actionData !== undefined}
        >
          <CorrectionForm order={order} made={made} actionData={actionData} />
        </Disclosure>
      )}
      {state === "used-up" && <p className="xs muted">{t("order.correctUsedUp")}</p>}
    </div>
  );
}

interface CorrectionFormProps {
  order: TrackedOrder;
  made: number;
  actionData: CorrectionData | undefined;
}

function CorrectionForm({ order, made, actionData }: CorrectionFormProps) {
  const { formData } = useNavigation();
  const { errors, form } = useFormErrors(actionData?.errors);
  const seen = useBaseVersion(made, Boolean(actionData?.message));
  const left = CORRECTIONS_MAX - made;
  return (
    // Posts to the current URL, which has the order ID: the page with an error shows the order as well.
    <Form method="post" noValidate preventScrollReset className="order__correct-form" {...form}>
      <input type="hidden" name="intent" value="recipient" />
      <input type="hidden" name="orderId" value={order.id} />
      <input type="hidden" name="made" value={seen} />
      <TikTokFields
        values={
          actionData?.typed ?? {
            tiktokUsername: order.tiktokUsername ?? "",
            tiktokUid: order.tiktokUid ?? "",
          }
        }
        errors={errors}
        hint={left === 1 ? t("order.correctOnce") : t("order.correctTwice")}
      />
      <Button type="submit" busy={formData?.get("intent") === "recipient"}>
        {t("order.saveUsername")}
      </Button>
    </Form>
  );
}
