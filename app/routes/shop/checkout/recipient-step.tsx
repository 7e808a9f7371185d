import { Form, useNavigation } from "react-router";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Field, Select } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import type { Country } from "#lib/countries.ts";
import type { FieldErrors } from "#lib/form.ts";
import type { GiftField } from "#shop/checkouts/buyer.ts";
import type { Recipient } from "#shop/checkouts/checkout.ts";
import { t } from "#messages/translate.ts";
import { TikTokFields } from "../shared/tiktok-fields.tsx";
import type { RefusedCode } from "./code-form.tsx";
import { PackageChoiceButtons, type PackageConflict } from "./other-tab.tsx";
import { RecipientChoiceList, type RecipientChoices } from "./recipient-choices.tsx";
import { stepPath } from "./step-path.ts";

/** The fields of step 1. */
type RecipientField = keyof Recipient | "country";

const recipientFields = ["tiktokUsername", "tiktokUid", "email"] as const;

/** The errors of a form of the three steps; step 1 also gets the rejected values back. */
export interface CheckoutActionData {
  errors: FieldErrors<RecipientField | GiftField>;
  values?: Partial<Record<RecipientField | GiftField, string>>;
  /** An error that concerns no single field. */
  message: string | null;
  /** A code that was refused. */
  code?: RefusedCode;
}

export interface RecipientStepProps {
  /** The saved recipient, when the visitor comes back to this step. */
  recipient: Recipient | null;
  /** The rejected form values; they take precedence over `recipient`. */
  values?: Partial<Record<RecipientField, string>>;
  errors?: FieldErrors<RecipientField>;
  /** An error that concerns no single field. */
  message?: string | null;
  choices: RecipientChoices;
  /** The countries to choose from; null while the shop does not ask for one. */
  countries: readonly Country[] | null;
  /** The saved country. */
  country: string | null;
  /** The package that this step shows. */
  packageId: string;
  /** Set if another tab chose another package before the form was sent. */
  conflict?: PackageConflict | null;
}

/** Step 1: the TikTok account that gets the coins, and the email. */
export function RecipientStep({
  recipient,
  values,
  errors: serverErrors,
  message,
  choices,
  countries,
  country,
  packageId,
  conflict,
}: RecipientStepProps) {
  const navigation = useNavigation();
  const { errors, form } = useFormErrors(serverErrors);
  const { accountEmail, recipients } = choices;
  // A guest's browser may be another person's by now, so their last recipient is only offered.
  const first = accountEmail === null ? {} : { ...recipients[0], email: accountEmail };
  const shown: Partial<Recipient> = recipient ?? first;
  const typed = (field: keyof Recipient) => values?.[field] ?? shown[field] ?? "";
  const fill = (chosen: Recipient) => {
    for (const field of recipientFields) {
      const input = form.ref.current?.querySelector<HTMLInputElement>(`[name=${field}]`);
      if (input) input.value = chosen[field] ?? "";
    }
  };

  return (
    <>
      {!conflict && <RecipientChoiceList {...choices} packageId={packageId} onChoose={fill} />}
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
        <TikTokFields
          values={{ tiktokUsername: typed("tiktokUsername"), tiktokUid: typed("tiktokUid") }}
          errors={errors}
          hint={t("checkout.usernameHint")}
        />
        <Field
          label={t("checkout.email")}
          name="email"
          type="email"
          defaultValue={typed("email")}
          error={errors.email}
          hint={t("checkout.emailHint")}
          autoComplete="email"
          required
        />
        {countries && (
          <Select
            label={t("checkout.country")}
            name="country"
            defaultValue={values?.country ?? country ?? ""}
            error={errors.country}
            hint={t("checkout.countryHint")}
            autoComplete="country"
            required
          >
            <option value="">{t("checkout.chooseCountry")}</option>
            {countries.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </Select>
        )}
        {conflict ? (
          <PackageChoiceButtons {...conflict} />
        ) : (
          <div className="row row--between">
            <ButtonLink to="/#packages" variant="ghost">
              <Icon name="left" />
              {t("checkout.back")}
            </ButtonLink>
            <Button
              type="submit"
              variant="primary"
              busy={navigation.state !== "idle" && navigation.formData?.get("intent") === "account"}
            >
              {t("checkout.continue")}
              <Icon name="right" />
            </Button>
          </div>
        )}
      </Form>
    </>
  );
}
