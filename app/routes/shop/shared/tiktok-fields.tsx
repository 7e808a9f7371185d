import { Field } from "#app/ui/field.tsx";
import type { FieldErrors } from "#lib/form.ts";
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
        label="TikTok username"
        name="tiktokUsername"
        placeholder="@username"
        defaultValue={values.tiktokUsername}
        error={errors.tiktokUsername}
        hint={hint}
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
        defaultValue={values.tiktokUid}
        error={errors.tiktokUid}
        hint="Helps when a username was changed recently."
        inputMode="numeric"
        autoComplete="off"
        spellCheck={false}
      />
    </>
  );
}
