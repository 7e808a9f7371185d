import { useRef, useState } from "react";
import { Link } from "react-router";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Field } from "#app/ui/field.tsx";
import type { FieldErrors } from "#lib/form.ts";
import {
  registrationSchema,
  type SocialProvider,
  UNKNOWN_REFERRAL_CODE,
} from "#shop/accounts/account.ts";
import { EmailField } from "#app/routes/account/shared/sign-in/email-field.tsx";
import { SignInForm, useCheckedForm } from "#app/routes/account/shared/sign-in/form.tsx";
import { SignInFrame } from "#app/routes/account/shared/sign-in/frame.tsx";
import { NewPasswordFields } from "#app/routes/account/shared/sign-in/new-password-fields.tsx";
import { withNext } from "#app/routes/account/shared/sign-in/paths.ts";
import { SocialSignIn } from "#app/routes/account/shared/sign-in/social-buttons.tsx";

type RegisterField = "name" | "email" | "password" | "confirmPassword" | "referralCode" | "terms";

export interface RegisterViewProps {
  /** What was typed and refused; neither password ever comes back. */
  values?: Partial<Record<"name" | "email" | "referralCode" | "terms", string>>;
  errors?: FieldErrors<RegisterField>;
  error?: string | null;
  providers: readonly SocialProvider[];
  /** Where to go afterwards, if anywhere but home. */
  next: string | null;
}

export function RegisterView({ values, errors, error, providers, next }: RegisterViewProps) {
  const checked = useCheckedForm<RegisterField>(registrationSchema, errors, error);
  const code = useRef<HTMLInputElement>(null);
  const [unknownElsewhere, setUnknownElsewhere] = useState(false);
  return (
    <SignInFrame
      title="Create account"
      lead={
        <>
          Already have one?{" "}
          <Link className="link" to={withNext("/login", next)}>
            Sign in
          </Link>
        </>
      }
    >
      <SignInForm
        checked={checked}
        action={withNext("/register", next)}
        intent="register"
        hidden={{ next }}
        submit="Create account"
      >
        <Field
          label="Full name"
          name="name"
          defaultValue={values?.name}
          autoComplete="name"
          required
          {...checked.field("name")}
        />
        <EmailField typed={values?.email} field={checked.field} />
        <NewPasswordFields label="Password" field={checked.field} />
        <Field
          ref={code}
          label="Referral code"
          name="referralCode"
          optional
          mono
          defaultValue={values?.referralCode}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onChange={() => setUnknownElsewhere(false)}
          {...(unknownElsewhere ? { error: UNKNOWN_REFERRAL_CODE } : checked.field("referralCode"))}
        />
        <Checkbox
          name="terms"
          required
          defaultChecked={values?.terms === "on"}
          error={checked.message("terms")}
          label={
            <>
              I agree to the <NewTabLink to="/terms">terms</NewTabLink> and have read the{" "}
              <NewTabLink to="/privacy">privacy page</NewTabLink>
            </>
          }
        />
      </SignInForm>
      <SocialSignIn
        providers={providers}
        next={next}
        screen="register"
        referralCode={{
          read: () => code.current?.value ?? "",
          onUnknown: () => {
            setUnknownElsewhere(true);
            code.current?.focus();
          },
        }}
      />
    </SignInFrame>
  );
}

/** Opens beside the form, which keeps what was typed. */
function NewTabLink({ to, children }: { to: string; children: string }) {
  return (
    <Link className="link" to={to} target="_blank">
      {children}
      <span className="sr"> (in a new tab)</span>
    </Link>
  );
}
