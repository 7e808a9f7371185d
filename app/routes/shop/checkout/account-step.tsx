import { Form, useNavigation } from "react-router";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import { type FieldErrors, parseForm } from "#lib/form.ts";
import type { Account } from "#shop/checkout/checkout.ts";
import { accountSchema } from "#shop/checkout/checkout.ts";

export type AccountField = keyof Account;

export interface AccountStepProps {
  /** What step 1 collected before, when one comes back to it. */
  account: Account | null;
  /** What was typed and refused; goes before `account`. */
  values?: Partial<Record<AccountField, string>>;
  errors?: FieldErrors<AccountField>;
  /** Why it does not go on, when that is in none of the fields. */
  message?: string | null;
}

/** Step 1: who gets the coins, and who is written to. */
export function AccountStep({ account, values, errors: serverErrors, message }: AccountStepProps) {
  const navigation = useNavigation();
  const { errors, form } = useFormErrors(serverErrors, (form) => parseForm(accountSchema, form));
  const typed = (field: AccountField) => values?.[field] ?? account?.[field] ?? "";

  return (
    <Form
      method="post"
      action="/checkout?step=account"
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
      <Field
        label="TikTok username"
        name="tiktokUsername"
        placeholder="@username"
        defaultValue={typed("tiktokUsername")}
        error={errors.tiktokUsername}
        hint="The account that gets the coins. We never ask for its password."
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <Field
        label="TikTok UID"
        name="tiktokUid"
        optional
        mono
        defaultValue={typed("tiktokUid")}
        error={errors.tiktokUid}
        hint="Helps when a username was changed recently."
        inputMode="numeric"
        autoComplete="off"
        spellCheck={false}
      />
      <Field
        label="Email"
        name="email"
        type="email"
        defaultValue={typed("email")}
        error={errors.email}
        hint="For the receipt, and to track the order."
        autoComplete="email"
        required
      />
      <div className="row row--between">
        <ButtonLink to="/#packages" variant="ghost">
          <Icon name="left" />
          Back
        </ButtonLink>
        <Button
          type="submit"
          variant="primary"
          busy={navigation.state !== "idle" && navigation.formData?.get("intent") === "account"}
        >
          Continue
          <Icon name="right" />
        </Button>
      </div>
    </Form>
  );
}
