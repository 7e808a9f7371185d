import type { ReactNode } from "react";
import { Form, href, Link } from "react-router";
import { ButtonLink } from "#app/ui/button.tsx";
import { Field, Textarea } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import type { FieldErrors } from "#lib/form.ts";
import type { GiftField } from "#shop/checkouts/buyer.ts";
import { type Buyer, type Checkout, GIFT_MESSAGE_MAX } from "#shop/checkouts/checkout.ts";
import { rich, t } from "#messages/translate.ts";
import { PackageChoiceButtons, type PackageConflict } from "./other-tab.tsx";
import { stepPath } from "./step-path.ts";

/** The account of the signed-in buyer; null for a guest. */
interface BuyerAccount {
  email: string;
  /** Whether its email address is confirmed. */
  verified: boolean;
}

export interface BuyerStepProps {
  checkout: Checkout;
  account: BuyerAccount | null;
  /** The rejected form values. */
  values?: Partial<Record<GiftField, string>>;
  errors?: FieldErrors<GiftField>;
  message?: string | null;
  /** The package that this step shows. */
  packageId: string;
  /** Set if another tab chose another package before the form was sent. */
  conflict?: PackageConflict | null;
}

/** Step 1 of credit, which needs an account, and of a gift code, which needs a recipient. */
export function BuyerStep(props: BuyerStepProps) {
  const { checkout, account, errors: serverErrors, message, packageId, conflict } = props;
  const { errors, form } = useFormErrors(serverErrors);
  const isGift = checkout.package.kind === "gift_code";
  const blocked = !isGift && !account?.verified;
  return (
    <Form
      method="post"
      action={stepPath("account", packageId)}
      noValidate
      className="card card__pad account-step"
      {...form}
    >
      <input type="hidden" name="intent" value="account" />
      {message && (
        <Notice tone="pending" role="alert">
          {message}
        </Notice>
      )}
      {isGift ? (
        <GiftFields buyer={checkout.buyer ?? null} {...props} errors={errors} />
      ) : (
        <CreditAccount account={account} next={stepPath("account", packageId)} />
      )}
      {conflict ? (
        <PackageChoiceButtons {...conflict} />
      ) : (
        <div className="row row--between">
          <ButtonLink to="/#packages" variant="ghost">
            <Icon name="left" />
            {t("checkout.back")}
          </ButtonLink>
          {!blocked && (
            <SubmitButton intent="account" variant="primary">
              {t("checkout.continue")}
              <Icon name="right" />
            </SubmitButton>
          )}
        </div>
      )}
    </Form>
  );
}

/** The buyer of a gift code, its recipient and what is written with it. */
function GiftFields({
  account,
  buyer,
  values,
  errors,
}: Pick<BuyerStepProps, "account" | "values"> & {
  buyer: Buyer | null;
  errors: FieldErrors<GiftField>;
}) {
  const email = buyer?.email ?? account?.email ?? "";
  const giftEmail = buyer?.gift && buyer.gift.email !== email ? buyer.gift.email : "";
  return (
    <>
      <Field
        label={t("checkout.yourEmail")}
        name="email"
        type="email"
        defaultValue={values?.email ?? email}
        error={errors.email}
        hint={t("checkout.giverHint")}
        autoComplete="email"
        required
      />
      <Field
        label={t("checkout.giftEmail")}
        name="giftEmail"
        type="email"
        defaultValue={values?.giftEmail ?? giftEmail}
        error={errors.giftEmail}
        hint={t("checkout.giftEmailHint")}
        autoComplete="off"
        optional
      />
      <Textarea
        label={t("checkout.giftMessage")}
        name="giftMessage"
        rows={3}
        maxLength={GIFT_MESSAGE_MAX}
        defaultValue={values?.giftMessage ?? buyer?.gift?.message ?? ""}
        error={errors.giftMessage}
        hint={t("checkout.giftMessageHint")}
        optional
      />
    </>
  );
}

/** Says which account gets the credit, or what is needed first. */
function CreditAccount({
  account,
  next,
}: {
  account: BuyerAccount | null;
  next: string;
}): ReactNode {
  if (!account)
    return (
      <>
        <p>{t("checkout.creditNeedsAccount")}</p>
        <div className="row">
          <ButtonLink to={`${href("/login")}?next=${encodeURIComponent(next)}`} variant="primary">
            {t("checkout.signIn")}
          </ButtonLink>
          <ButtonLink to={`${href("/register")}?next=${encodeURIComponent(next)}`}>
            {t("checkout.createAccount")}
          </ButtonLink>
        </div>
      </>
    );
  if (!account.verified)
    return (
      <p>
        {rich("checkout.confirmEmailFirst", {
          email: account.email,
          link: <Link className="link" to={href("/orders")} />,
        })}
      </p>
    );
  return <p>{rich("checkout.creditAddedTo", { email: account.email, b: <b /> })}</p>;
}
