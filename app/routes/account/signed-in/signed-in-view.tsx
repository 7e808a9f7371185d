import { useEffect } from "react";
import { ButtonLink } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import {
  BLOCKED_TEXT,
  type SocialProvider,
  UNKNOWN_REFERRAL_CODE,
} from "#shop/accounts/account.ts";
import { SignInFrame } from "#app/routes/account/shared/sign-in/frame.tsx";
import { providerNames } from "#app/routes/account/shared/sign-in/provider-names.ts";
import {
  type SignInMessage,
  type SignInResult,
  tellSignIn,
  TOO_MANY_TEXT,
} from "#app/routes/account/shared/sign-in/sign-in-message.ts";

/**
 * Where the window ends that signed in elsewhere: it tells the page that opened it, and closes. Whoever
 * sees this for longer came without a script, or in a tab that is not ours to close.
 */
export function SignedInView({ provider, result, created }: SignInMessage) {
  useEffect(() => {
    tellSignIn({ provider, result, created });
    window.close();
  }, [provider, result, created]);

  if (result === "ok") {
    return (
      <SignInFrame title="You are signed in." lead="You can close this window, or go on here.">
        <ButtonLink to="/" variant="primary" block reloadDocument>
          Go to the shop
        </ButtonLink>
      </SignInFrame>
    );
  }
  return (
    <SignInFrame title="Sign in">
      <div className="auth__form">
        <Notice tone="rejected">{textOf(provider, result)}</Notice>
        {result === "unknown-code" ? (
          <ButtonLink to="/register" variant="primary" block>
            Back to create account
          </ButtonLink>
        ) : (
          <ButtonLink to="/login" variant="primary" block>
            Back to sign in
          </ButtonLink>
        )}
      </div>
    </SignInFrame>
  );
}

function textOf(provider: SocialProvider, result: SignInResult): string {
  if (result === "blocked") return BLOCKED_TEXT;
  if (result === "unknown-code") return UNKNOWN_REFERRAL_CODE;
  if (result === "too-many") return TOO_MANY_TEXT;
  return `${providerNames[provider]} login failed. Please try again.`;
}
