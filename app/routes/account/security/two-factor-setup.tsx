import { Form } from "react-router";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { CopyButton } from "#app/ui/copy-button.tsx";
import { Field } from "#app/ui/field.tsx";
import { QrCode } from "#app/ui/qr.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import { parseForm } from "#lib/form.ts";
import { totpCodeSchema } from "#shop/accounts/account.ts";
import type { SecurityErrors } from "./security-view.tsx";
import { useSending } from "../shared/use-sending.ts";

export interface TwoFactorSetupProps {
  /** What the app reads: `otpauth://totp/…`. */
  uri: string;
  /** The same for those who type it. */
  secret: string;
  /** Recovery codes that are shown once the first code fits. */
  codes?: readonly string[];
  errors?: SecurityErrors;
}

/** The app reads the code; a first code from it shows that it did. */
export function TwoFactorSetup(props: TwoFactorSetupProps) {
  const { uri, secret, codes, errors: refused } = props;
  const { errors, form } = useFormErrors<"code">(refused, (form) =>
    parseForm(totpCodeSchema, form),
  );
  return (
    <>
      <div className="totp">
        <QrCode value={uri} label="QR code for your authenticator app" />
        <div className="totp__secret">
          <p className="small">Scan this with an authenticator app, or type in the key:</p>
          <p className="totp__key mono">{groupsOf4(secret)}</p>
          <CopyButton text={secret} toastMessage="Key copied" size="sm">
            Copy key
          </CopyButton>
        </div>
      </div>
      <Form method="post" action="/account/security" noValidate className="setting__form" {...form}>
        <input type="hidden" name="intent" value="totp-confirm" />
        {/* Nothing of this is kept: it comes back with the code, for the answer to it. */}
        <input type="hidden" name="uri" value={uri} />
        <input type="hidden" name="secret" value={secret} />
        {codes && <input type="hidden" name="codes" value={codes.join(",")} />}
        <Field
          label="Code from the app"
          name="code"
          mono
          className="totp__code"
          error={errors.code}
          hint="It changes every 30 seconds. Two-factor authentication is on once this code fits."
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
          required
        />
        <div className="row">
          <Button type="submit" variant="primary" busy={useSending("totp-confirm")}>
            Turn on
          </Button>
          <ButtonLink to="/account/security" variant="ghost">
            Cancel
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
