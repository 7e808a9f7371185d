import { ACCOUNT_BLOCKED } from "#shop/accounts/blocking.server.ts";
import type { Route } from "./+types/route";
import {
  type SignInResult,
  broadcastSignIn,
  providerNames,
} from "../shared/sign-in/sign-in-popup.ts";
import { useEffect } from "react";
import { ButtonLink } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { t } from "#messages/translate.ts";
import { type SocialProvider, unknownReferralCode } from "#shop/accounts/account.ts";
import { SignInFrame } from "../shared/sign-in/frame.tsx";

export const meta: Route.MetaFunction = () => [{ title: t("signIn.signingIn") }];

export function loader({ url }: Route.LoaderArgs) {
  const named = url.searchParams.get("provider");
  // Without a valid state the callback does not know which sign-in it ends.
  const provider: SocialProvider | null = named === "google" || named === "facebook" ? named : null;
  return {
    provider,
    result: resultOf(url.searchParams),
    created: url.searchParams.has("created"),
  };
}

function resultOf(search: URLSearchParams): SignInResult {
  const error = search.get("error");
  if (error === "access_denied") return "refused";
  if (error === ACCOUNT_BLOCKED) return "blocked";
  const result = search.get("result");
  return (["ok", "unknown-code", "too-many"] as const).find((one) => one === result) ?? "error";
}

/**
 * The last page of the sign-in popup: sends the result to the page that opened it and closes. It stays visible without
 * JavaScript, and in tabs that scripts may not close.
 */
export default function SignedIn({ loaderData }: Route.ComponentProps) {
  const { provider, result, created } = loaderData;
  useEffect(() => {
    if (!provider) return;
    broadcastSignIn({ provider, result, created });
    window.close();
  }, [provider, result, created]);

  if (result === "ok") {
    return (
      <SignInFrame title={t("signIn.signedIn")} lead={t("signIn.signedInText")}>
        <ButtonLink to="/" variant="primary" block reloadDocument>
          {t("signIn.toShop")}
        </ButtonLink>
      </SignInFrame>
    );
  }
  return (
    <SignInFrame title={t("signIn.signIn")}>
      <div className="auth__form">
        <Notice tone="rejected">{textOf(provider, result)}</Notice>
        {result === "unknown-code" ? (
          <ButtonLink to="/register" variant="primary" block>
            {t("signIn.backToCreateAccount")}
          </ButtonLink>
        ) : (
          <ButtonLink to="/login" variant="primary" block>
            {t("signIn.backToSignIn")}
          </ButtonLink>
        )}
      </div>
    </SignInFrame>
  );
}

function textOf(provider: SocialProvider | null, result: SignInResult): string {
  if (result === "blocked") return t("signIn.blocked");
  if (result === "unknown-code") return unknownReferralCode();
  if (result === "too-many") return t("signIn.tooMany");
  if (!provider) return t("signIn.someLoginFailed");
  return t("signIn.providerFailed", { provider: providerNames[provider] });
}
