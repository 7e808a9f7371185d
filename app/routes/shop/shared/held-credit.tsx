import { Form } from "react-router";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { money } from "#messages/format.ts";
import { t } from "#messages/translate.ts";
import "./held-credit.css";

interface HeldCreditProps {
  cents: number;
  /** The address of the page, whose action takes the intent `take-back`. */
  action: string;
}

/** Credit that a checkout holds which was left, in this browser or another, with the way to take it back. */
export function HeldCredit({ cents, action }: HeldCreditProps) {
  return (
    <div className="held-credit">
      <p className="small">{t("goods.heldElsewhere", { amount: money(cents) })}</p>
      <Form method="post" action={action} preventScrollReset>
        <input type="hidden" name="intent" value="take-back" />
        <SubmitButton intent="take-back" size="sm">
          {t("goods.takeBack")}
        </SubmitButton>
      </Form>
    </div>
  );
}
