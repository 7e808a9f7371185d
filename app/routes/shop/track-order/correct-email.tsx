import { Form, href, Link } from "react-router";
import { type Answer, answerTo, typedText } from "#app/answer.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useIsSubmitting } from "#app/ui/submit-button.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import { rich, t } from "#messages/translate.ts";
import type { RefusedEmail } from "#shop/orders/email-corrections.server.ts";
import { orderPath } from "../shared/order-paths.ts";

export interface CorrectEmailProps {
  orderId: string;
  refused: RefusedEmail;
  answer: Answer | null;
}

/** Says that a mail about the order did not arrive, and lets the buyer correct its address. */
export function CorrectEmail({ orderId, refused, answer }: CorrectEmailProps) {
  const { address, by } = refused;
  return (
    <Notice tone="pending" role="status" className="order__notice">
      <p>
        <b>
          {rich("order.mailRefused", {
            address: <bdi translate="no">{address}</bdi>,
          })}
        </b>{" "}
        {by === "account-only"
          ? rich("order.mailSignIn", {
              link: (
                <Link
                  className="link"
                  to={`${href("/login")}?next=${encodeURIComponent(orderPath(orderId))}`}
                />
              ),
            })
          : t("order.mailCheck")}
      </p>
      {by !== "account-only" && (
        // Empty again for an address that was refused as well.
        <CorrectEmailForm key={address} orderId={orderId} refused={refused} answer={answer} />
      )}
    </Notice>
  );
}

function CorrectEmailForm({ orderId, refused: { address, by }, answer }: CorrectEmailProps) {
  const given = answerTo(answer, "email");
  const { errors, form } = useFormErrors(given?.errors);
  return (
    // Posts to the current URL, which has the order ID: the page with an error shows the order as well.
    <Form method="post" noValidate preventScrollReset className="order__email-form" {...form}>
      <input type="hidden" name="intent" value="email" />
      <input type="hidden" name="orderId" value={orderId} />
      <input type="hidden" name="seen" value={address} />
      <Field
        label={t("order.email")}
        type="email"
        name="email"
        defaultValue={typedText(given, "email") ?? address}
        error={errors.email}
        hint={by === "account" ? t("order.mailMovesAccount") : undefined}
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <Button type="submit" busy={useIsSubmitting("email")}>
        {t("order.mailAgain")}
      </Button>
    </Form>
  );
}
