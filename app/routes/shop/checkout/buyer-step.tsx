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
            Back
          </ButtonLink>
          {!blocked && (
            <SubmitButton intent="account" variant="primary">
              Continue
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
        label="Your email"
        name="email"
        type="email"
        defaultValue={values?.email ?? email}
        error={errors.email}
        hint="For the receipt, and to track the order. The recipient sees who the gift is from."
        autoComplete="email"
        required
      />
      <Field
        label="Recipient’s email"
        name="giftEmail"
        type="email"
        defaultValue={values?.giftEmail ?? giftEmail}
        error={errors.giftEmail}
        hint="The code is sent here. Leave it empty to get the code yourself."
        autoComplete="off"
        optional
      />
      <Textarea
        label="Message"
        name="giftMessage"
        rows={3}
        maxLength={GIFT_MESSAGE_MAX}
        defaultValue={values?.giftMessage ?? buyer?.gift?.message ?? ""}
        error={errors.giftMessage}
        hint="Sent with the code."
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
        <p>Credit belongs to an account. Sign in or create one, and you come back here.</p>
        <div className="row">
          <ButtonLink to={`${href("/login")}?next=${encodeURIComponent(next)}`} variant="primary">
            Sign in
          </ButtonLink>
          <ButtonLink to={`${href("/register")}?next=${encodeURIComponent(next)}`}>
            Create an account
          </ButtonLink>
        </div>
      </>
    );
  if (!account.verified)
    return (
      <p>
        Please confirm the email address {account.email} first: open the link that we sent you, or
        have it sent again under{" "}
        <Link className="link" to={href("/orders")}>
          My Orders
        </Link>
        .
      </p>
    );
  return (
    <p>
      The credit is added to your account <b>{account.email}</b> as soon as it is paid. It can be
      spent here, and is not paid out.
    </p>
  );
}
