import type { MouseEvent } from "react";
import { useNavigate, useRevalidator } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { notify } from "#app/ui/toaster.tsx";
import { BLOCKED_TEXT, type SocialProvider } from "#shop/accounts/account.ts";
import { withNext } from "./form.tsx";
import {
  providerNames,
  type SignInMessage,
  TOO_MANY_TEXT,
  useSignInWindow,
} from "./sign-in-popup.ts";

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

  const onMessage = async ({ provider, result, created }: SignInMessage) => {
    if (result === "blocked") {
      notify.error(BLOCKED_TEXT);
      return;
    }
    if (result === "too-many") {
      notify.error(TOO_MANY_TEXT);
      return;
    }
    if (result === "unknown-code") {
      referralCode?.onUnknown();
      return;
    }
    if (result !== "ok") {
      const what = screen === "register" ? "Social" : providerNames[provider];
      notify.error(`${what} login failed. Please try again.`);
      return;
    }
    notify.success(created ? "Account created successfully!" : "Login successful!");
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
    notify.error("Your browser blocked the sign-in window", {
      description: "Allow popups for this site in the address bar, then try again.",
      action: { label: "Continue in this tab", onClick: () => location.assign(href) },
    });
  };

  const onCancel = (event: MouseEvent<HTMLButtonElement>) => {
    // Moves the focus, because this button is removed.
    event.currentTarget.closest(".social")?.querySelector<HTMLElement>("[aria-busy]")?.focus();
    cancel();
  };

  return (
    <>
      <p className="auth__or">or</p>
      <div className="social">
        {providers.map((provider) => (
          <a
            key={provider}
            className="btn btn--secondary btn--block"
            href={withNext(`/sign-in/${provider}`, next)}
            aria-busy={waiting === provider || undefined}
            data-needs-hydration
            onClick={(event) => onClick(event, provider)}
          >
            <span className="social__letter" aria-hidden="true">
              {letters[provider]}
            </span>
            Continue with {providerNames[provider]}
          </a>
        ))}
        <div className="social__wait">
          <p role="status">
            {waiting && `Continue in the ${providerNames[waiting]} window that has opened.`}
          </p>
          {waiting && (
            <Button variant="ghost" size="sm" onClick={onCancel}>
              Cancel
            </Button>
          )}
        </div>
      </div>
    </>
  );
}
