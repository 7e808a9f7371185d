import type { ReactNode } from "react";
import { Form } from "react-router";
import { Icon } from "#app/ui/icon.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import type { Checkout } from "#shop/checkouts/checkout.ts";
import { dueCents } from "#shop/checkouts/price.ts";
import { money } from "#messages/format.ts";
import { t } from "#messages/translate.ts";
import { stepPath } from "./step-path.ts";
import "./code-form.css";

export interface CreditBoxProps {
  checkout: Checkout;
  /** The credit that the signed-in buyer has left, in cents. */
  accountCents: number;
}

/** Says at step 2 that credit and gift codes are paid with money only. */
export function MoneyOnly() {
  return <p className="xs muted">{t("checkout.moneyOnly")}</p>;
}

/** Uses the buyer's credit at step 2, or takes it off the price again; nothing without either. */
export function CreditBox({ checkout, accountCents }: CreditBoxProps) {
  const { creditCents } = checkout;
  const more = Math.min(accountCents, dueCents(checkout));
  if (creditCents === 0 && more === 0) return null;
  if (creditCents === 0)
    return (
      <div className="credit-box">
        <p>{t("checkout.youHaveCredit", { amount: money(accountCents) })}</p>
        <CreditForm checkout={checkout} intent="credit">
          {t("checkout.useCredit", { amount: money(more) })}
        </CreditForm>
      </div>
    );
  return (
    <div className="credit-box">
      <p className="code__applied">
        <Icon name="check" size="sm" />
        <span>{t("checkout.creditUsed", { amount: money(creditCents) })}</span>
      </p>
      <CreditForm checkout={checkout} intent="remove-credit">
        {t("checkout.doNotUse")}
      </CreditForm>
    </div>
  );
}

interface CreditFormProps {
  checkout: Checkout;
  intent: "credit" | "remove-credit";
  children: ReactNode;
}

function CreditForm({ checkout, intent, children }: CreditFormProps) {
  return (
    <Form method="post" action={stepPath("payment", checkout.package.id)} preventScrollReset>
      <input type="hidden" name="intent" value={intent} />
      <SubmitButton intent={intent} size="sm" variant={intent === "credit" ? "secondary" : "ghost"}>
        {children}
      </SubmitButton>
    </Form>
  );
}
