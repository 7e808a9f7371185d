import { Field } from "#app/ui/field.tsx";
import type { FieldErrors } from "#lib/form.ts";
import { t } from "#messages/translate.ts";
import type { TikTokAccount } from "#shop/checkouts/checkout.ts";

export interface TikTokFieldsProps {
  values: Record<keyof TikTokAccount, string>;
  errors: FieldErrors<keyof TikTokAccount>;
  /** What to know about the username. */
  hint: string;
}

/** The two fields of the TikTok account that gets the coins. */
export function TikTokFields({ values, errors, hint }: TikTokFieldsProps) {
  return (
    <>
      <Field
        label={t("goods.username")}
        name="tiktokUsername"
        placeholder={t("goods.usernamePlaceholder")}
        defaultValue={values.tiktokUsername}
        error={errors.tiktokUsername}
        hint={hint}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <Field
        label={t("goods.uid")}
        name="tiktokUid"
        optional
        mono
        defaultValue={values.tiktokUid}
        error={errors.tiktokUid}
        hint={t("goods.uidHint")}
        inputMode="numeric"
        autoComplete="off"
        spellCheck={false}
      />
    </>
  );
}
