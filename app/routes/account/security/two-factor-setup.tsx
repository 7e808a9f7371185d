import { Form } from "react-router";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { CopyButton } from "#app/ui/copy-button.tsx";
import { Field } from "#app/ui/field.tsx";
import { QrCode } from "#app/ui/qr.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import { parseForm } from "#lib/form.ts";
import { totpCodeSchema } from "#shop/accounts/account.ts";
import type { SecurityErrors } from "./password-forms.tsx";
import { useIsSubmitting } from "#app/ui/submit-button.tsx";
import { useEffect, useRef } from "react";
import { Icon } from "#app/ui/icon.tsx";
import { t } from "#messages/translate.ts";

export interface TwoFactorSetupProps {
  /** The `otpauth://totp/…` URI in the QR code. */
  uri: string;
  /** The key, for typing. */
  secret: string;
  /** Recovery codes, shown once the first code is accepted. */
  codes?: readonly string[];
  errors?: SecurityErrors;
}

/** Shows the QR code and verifies a first code from the authenticator app. */
export function TwoFactorSetup(props: TwoFactorSetupProps) {
  const { uri, secret, codes, errors: refused } = props;
  const { errors, form } = useFormErrors<"code">(refused, (form) =>
    parseForm(totpCodeSchema, form),
  );
  return (
    <>
      <div className="totp">
        <QrCode value={uri} label={t("account.qrCode")} />
        <div className="totp__secret">
          <p className="small">{t("account.scan")}</p>
          <p className="totp__key mono">{groupsOf4(secret)}</p>
          <CopyButton text={secret} toastMessage={t("account.keyCopied")} size="sm">
            {t("account.copyKey")}
          </CopyButton>
        </div>
      </div>
      <Form method="post" action="/account/security" noValidate className="setting__form" {...form}>
        <input type="hidden" name="intent" value="totp-confirm" />
        {/* The server stores none of this, so the form carries it through the next request. */}
        <input type="hidden" name="uri" value={uri} />
        <input type="hidden" name="secret" value={secret} />
        {codes && <input type="hidden" name="codes" value={codes.join(",")} />}
        <Field
          label={t("account.code")}
          name="code"
          mono
          className="totp__code"
          error={errors.code}
          hint={t("account.codeHint")}
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
          maxLength={10}
          required
        />
        <div className="row">
          <Button type="submit" variant="primary" busy={useIsSubmitting("totp-confirm")}>
            {t("account.turnOn")}
          </Button>
          <ButtonLink to="/account/security" variant="ghost">
            {t("account.cancel")}
          </ButtonLink>
        </div>
      </Form>
    </>
  );
}

/** `JBSWY3DPEHPK3PXP` → `JBSW Y3DP EHPK 3PXP`. */
function groupsOf4(text: string): string {
  return text.replace(/.{4}(?=.)/g, "$& ");
}

/** The one-time recovery codes. Only hashes are stored, so they are shown once. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // They replace the form that had the focus.
  useEffect(() => heading.current?.focus(), []);

  const text = `${codes.join("\n")}\n`;
  return (
    <div className="codes">
      <h3 className="heading" ref={heading} tabIndex={-1}>
        {t("account.codesTitle")}
      </h3>
      <p className="small muted">{t("account.codesText")}</p>
      <ul className="codes__list mono" aria-label={t("account.codes")}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="row">
        <CopyButton text={text} toastMessage={t("account.codesCopied")}>
          {t("account.copyCodes")}
        </CopyButton>
        <a
          className="btn btn--secondary"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="recovery-codes.txt"
        >
          <Icon name="download" />
          {t("account.downloadCodes")}
        </a>
      </div>
      <hr className="stitch" />
      <ButtonLink to="/account/security" variant="primary" className="codes__done">
        {t("account.codesSaved")}
      </ButtonLink>
    </div>
  );
}
