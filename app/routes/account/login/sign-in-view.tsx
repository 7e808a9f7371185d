import { Link } from "react-router";
import { Field } from "#app/ui/field.tsx";
import type { FieldErrors } from "#lib/form.ts";
import { signInSchema } from "#shop/accounts/account.ts";
import type { SocialProvider } from "#shop/accounts/account.ts";
import { EmailField } from "#app/routes/account/shared/sign-in/email-field.tsx";
import { SignInForm, useCheckedForm } from "#app/routes/account/shared/sign-in/form.tsx";
import { SignInFrame } from "#app/routes/account/shared/sign-in/frame.tsx";
import { withNext } from "#app/routes/account/shared/sign-in/paths.ts";
import { SocialSignIn } from "#app/routes/account/shared/sign-in/social-buttons.tsx";

export interface SignInViewProps {
  /** What was typed and refused; the password never comes back. */
  values?: { email?: string };
  errors?: FieldErrors<"email" | "password">;
  error?: string | null;
  providers: readonly SocialProvider[];
  /** Where to go after signing in, if anywhere but home. */
  next: string | null;
}

export function SignInView({ values, errors, error, providers, next }: SignInViewProps) {
  const checked = useCheckedForm<"email" | "password">(signInSchema, errors, error);
  return (
    <SignInFrame
      title="Sign in"
      lead={
        <>
          New here?{" "}
          <Link className="link" to={withNext("/register", next)}>
            Create account
          </Link>
        </>
      }
    >
      <SignInForm
        checked={checked}
        action={withNext("/login", next)}
        intent="sign-in"
        hidden={{ next }}
        submit="Sign in"
      >
        <EmailField typed={values?.email} field={checked.field} />
        <div className="auth__password">
          <Field
            label="Password"
            name="password"
            type="password"
            autoComplete="current-password"
            required
            {...checked.field("password")}
          />
          <Link className="link xs" to="/forgot-password">
            Forgot password?
          </Link>
        </div>
      </SignInForm>
      <SocialSignIn providers={providers} next={next} screen="login" />
      <p className="auth__foot">
        You do not need an account to buy or to{" "}
        <Link className="link" to="/track-order">
          track an order
        </Link>
        .
      </p>
    </SignInFrame>
  );
}
