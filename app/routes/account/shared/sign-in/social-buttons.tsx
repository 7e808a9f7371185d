import type { MouseEvent } from "react";
import { useNavigate, useRevalidator } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { notify } from "#app/ui/toaster.tsx";
import { currentCatalog } from "#messages/current";
import { pathIn } from "#messages/languages.ts";
import { t } from "#messages/translate.ts";
import type { SocialProvider } from "#shop/accounts/account.ts";
import { withNext } from "./form.tsx";
import { providerNames, type SignInMessage, useSignInWindow } from "./sign-in-popup.ts";

const letters: Record<SocialProvider, string> = { google: "G", facebook: "f" };

export interface SocialSignInProps {
  providers: readonly SocialProvider[];
  next: string | null;
  /** The screen, which decides the wording of errors. */
  screen: "login" | "register";
  /** Reads the referral code for a new account, and handles an unknown one. */
  referralCode?: { read: () => string; onUnknown: () => void };
}

/** The social sign-in buttons: plain links, which open a popup when JavaScript runs. */
export function SocialSignIn({ providers, next, screen, referralCode }: SocialSignInProps) {
  const { waiting, open, focus, cancel } = useSignInWindow();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  if (providers.length === 0) return null;
  const { language } = currentCatalog();

  const onMessage = async ({ provider, result, created }: SignInMessage) => {
    if (result === "blocked") {
      notify.error(t("signIn.blocked"));
      return;
    }
    if (result === "too-many") {
      notify.error(t("signIn.tooMany"));
      return;
    }
    if (result === "unknown-code") {
      referralCode?.onUnknown();
      return;
    }
    if (result !== "ok") {
      const failed = t("signIn.providerFailed", { provider: providerNames[provider] });
      notify.error(screen === "register" ? t("signIn.socialFailed") : failed);
      return;
    }
    notify.success(t(created ? "notices.registered" : "notices.signedIn"));
    await navigate(next ?? "/", { replace: true });
    // Also reloads data of layouts that stay mounted, such as the header.
    await revalidate();
  };

  const onClick = (event: MouseEvent<HTMLAnchorElement>, provider: SocialProvider) => {
    // With a modifier key the browser opens a tab or window itself.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (waiting === provider) return focus();
    const url = new URL(event.currentTarget.href);
    const code = referralCode?.read().trim();
    if (code) url.searchParams.set("referralCode", code);
    const { href } = url;
    url.searchParams.set("popup", "1");
    if (open(provider, url.href, (message) => void onMessage(message))) return;
    notify.error(t("signIn.windowBlocked"), {
      description: t("signIn.allowPopups"),
      action: { label: t("signIn.continueHere"), onClick: () => location.assign(href) },
    });
  };

  const onCancel = (event: MouseEvent<HTMLButtonElement>) => {
    // Moves the focus, because this button is removed.
    event.currentTarget.closest(".social")?.querySelector<HTMLElement>("[aria-busy]")?.focus();
    cancel();
  };

  return (
    <>
      <p className="auth__or">{t("signIn.or")}</p>
      <div className="social">
        {providers.map((provider) => (
          <a
            key={provider}
            className="btn btn--secondary btn--block"
            href={pathIn(language, withNext(`/sign-in/${provider}`, next))}
            aria-busy={waiting === provider || undefined}
            data-needs-hydration
            onClick={(event) => onClick(event, provider)}
          >
            <span className="social__letter" aria-hidden="true">
              {letters[provider]}
            </span>
            {t("signIn.continueWith", { provider: providerNames[provider] })}
          </a>
        ))}
        <div className="social__wait">
          <p role="status">
            {waiting && t("signIn.continueInWindow", { provider: providerNames[waiting] })}
          </p>
          {waiting && (
            <Button variant="ghost" size="sm" onClick={onCancel}>
              {t("signIn.cancel")}
            </Button>
          )}
        </div>
      </div>
    </>
  );
}
