import { useState } from "react";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { ConfirmDialog } from "#app/ui/dialog.tsx";
import { Field } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import { parseForm } from "#lib/form.ts";
import { passwordSchema } from "#shop/accounts/account.ts";
import { currentCatalog } from "#messages/current";
import { pathIn } from "#messages/languages.ts";
import { t } from "#messages/translate.ts";

export interface DeleteAccountProps {
  hasPassword: boolean;
  error: string | null;
}

/** Confirms in a dialog, or in the page without JavaScript. */
export function DeleteAccount({ hasPassword, error }: DeleteAccountProps) {
  const [asking, setAsking] = useState(error !== null);
  const [shownError, setShownError] = useState(error);
  if (shownError !== error) {
    setShownError(error);
    if (error) setAsking(true);
  }
  const refused = error && hasPassword ? { password: error } : undefined;
  const { errors, form } = useFormErrors<"password">(
    refused,
    hasPassword ? (form) => parseForm(passwordSchema, form) : undefined,
  );
  return (
    <>
      <div className="needs-script">
        <Button variant="ghost" className="btn--danger-quiet" onClick={() => setAsking(true)}>
          {t("account.delete")}
        </Button>
      </div>
      <noscript>
        <PlainForm hasPassword={hasPassword} error={error} />
      </noscript>
      <ConfirmDialog
        open={asking}
        title={t("account.deleteTitle")}
        question={t("account.deleteQuestion")}
        action="/account/data"
        intent="delete"
        confirm={t("account.delete")}
        decline={t("account.deleteDecline")}
        onDecline={() => setAsking(false)}
        form={form}
      >
        {hasPassword ? (
          <Password error={errors.password} />
        ) : (
          error && <Notice tone="rejected">{error}</Notice>
        )}
      </ConfirmDialog>
    </>
  );
}

function Password({ error }: { error: string | null | undefined }) {
  return (
    <Field
      label={t("account.yourPassword")}
      name="password"
      type="password"
      error={error}
      autoComplete="current-password"
      required
    />
  );
}

function PlainForm({ hasPassword, error }: DeleteAccountProps) {
  const { language } = currentCatalog();
  return (
    <form method="post" action={pathIn(language, "/account/data")} className="setting__form">
      <input type="hidden" name="intent" value="delete" />
      <p className="setting__text">{t("account.deleteQuestion")}</p>
      <Checkbox name="sure" label={t("account.deleteSure")} required />
      {hasPassword ? <Password error={error} /> : error && <Notice tone="rejected">{error}</Notice>}
      <Button type="submit" variant="ghost" className="btn--danger-quiet">
        {t("account.delete")}
      </Button>
    </form>
  );
}
