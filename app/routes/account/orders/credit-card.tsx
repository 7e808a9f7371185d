import { Form } from "react-router";
import { Field } from "#app/ui/field.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { HeldCredit } from "#app/routes/shop/shared/held-credit.tsx";
import { money } from "#messages/format.ts";
import type { CreditView } from "#shop/credit/credit.ts";
import type { ConvertiblePoints } from "#shop/loyalty/loyalty.ts";
import { t } from "#messages/translate.ts";

/** What the action of My Orders returns when it does not redirect. */
export interface CreditActionData {
  /** Why a code was not redeemed, and the code. */
  code?: { typed: string; error: string };
}

export interface CreditCardProps {
  credit: CreditView;
  /** What checkouts hold of it that were left, in cents. */
  heldCents: number;
  /** Points that can become credit; null where the shop has no rate for it. */
  convertible: ConvertiblePoints | null;
  emailVerified: boolean;
  answer: CreditActionData | undefined;
}

/** The balance, and the forms that add to it. */
export function CreditCard({
  credit,
  heldCents,
  convertible,
  emailVerified,
  answer,
}: CreditCardProps) {
  return (
    <section className="card card__pad credit" aria-labelledby="credit-title">
      <h2 className="heading" id="credit-title">
        {t("credit.title")}
      </h2>
      <p className="credit__balance display num">{money(credit.cents)}</p>
      <p className="small muted">
        {emailVerified ? t("credit.use") : t("credit.verifyToUse")}
        {credit.owedCents > 0 && ` ${t("credit.owed", { amount: money(credit.owedCents) })}`}
      </p>
      {heldCents > 0 && <HeldCredit cents={heldCents} action="/orders" />}
      {convertible && convertible.cents > 0 && (
        <Form method="post" action="/orders" preventScrollReset className="credit__points">
          <input type="hidden" name="intent" value="convert" />
          <SubmitButton intent="convert" size="sm">
            {t("credit.convert", { points: convertible.points, amount: money(convertible.cents) })}
          </SubmitButton>
        </Form>
      )}
      <Form
        // A redeemed code leaves the field.
        key={credit.entries.length}
        method="post"
        action="/orders"
        preventScrollReset
        className="credit__code"
      >
        <input type="hidden" name="intent" value="redeem" />
        <Field
          label={t("credit.giftCode")}
          name="code"
          mono
          defaultValue={answer?.code?.typed}
          error={answer?.code?.error}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          required
        />
        <SubmitButton intent="redeem">{t("credit.redeem")}</SubmitButton>
      </Form>
    </section>
  );
}
