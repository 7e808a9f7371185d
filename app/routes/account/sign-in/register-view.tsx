import { Link } from "react-router";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Field } from "#app/ui/field.tsx";
import type { FieldErrors } from "#lib/field-errors.ts";
import { registrationSchema } from "#shop/accounts/account.ts";
import type { SocialProvider } from "#shop/accounts/account.ts";
import { SignInForm, useCheckedForm } from "./form.tsx";
import { SignInFrame } from "./frame.tsx";
import { withNext } from "./paths.ts";
import { SocialSignIn } from "./social-sign-in.tsx";

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
        <Field
          label="Email"
          name="email"
          type="email"
          defaultValue={values?.email}
          autoComplete="username"
          required
          {...checked.field("email")}
        />
        <Field
          label="Password"
          name="password"
          type="password"
          hint="At least 8 characters"
          autoComplete="new-password"
          required
          {...checked.field("password")}
        />
        <Field
          label="Confirm password"
          name="confirmPassword"
          type="password"
          autoComplete="new-password"
          required
          {...checked.field("confirmPassword")}
        />
        <Field
          label="Referral code"
          name="referralCode"
          optional
          mono
          defaultValue={values?.referralCode}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...checked.field("referralCode")}
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
      <SocialSignIn providers={providers} next={next} screen="register" />
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
