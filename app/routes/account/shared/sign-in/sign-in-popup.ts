import type { SocialProvider } from "#shop/accounts/account.ts";
import { useEffect, useRef, useState } from "react";

/** The BroadcastChannel from the sign-in popup to the page that opened it. */
const CHANNEL = "satchel-sign-in";

const results = ["ok", "error", "refused", "blocked", "unknown-code", "too-many"] as const;
export type SignInResult = (typeof results)[number];

export interface SignInMessage {
  provider: SocialProvider;
  result: SignInResult;
  /** A new account was made. */
  created: boolean;
}

const providers: readonly unknown[] = ["google", "facebook"] satisfies SocialProvider[];

export function broadcastSignIn(message: SignInMessage): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(message);
  channel.close();
}

/** Calls back with a provider's results. Returns the function that unsubscribes. */
function listenForSignIn(
  provider: SocialProvider,
  onMessage: (message: SignInMessage) => void,
): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    if (isMessage(data) && data.provider === provider) onMessage(data);
  });
  return () => channel.close();
}

function isMessage(data: unknown): data is SignInMessage {
  if (typeof data !== "object" || data === null) return false;
  const { provider, result } = data as Partial<Record<keyof SignInMessage, unknown>>;
  return providers.includes(provider) && results.some((known) => known === result);
}

/** The display names of the providers. */
export const providerNames: Record<SocialProvider, string> = {
  google: "Google",
  facebook: "Facebook",
};

const WIDTH = 480;
const HEIGHT = 640;
const POLL_INTERVAL_MS = 400;

interface Attempt {
  popup: Window;
  stopListening: () => void;
}

interface SignInWindow {
  /** The provider whose window is open. */
  waiting: SocialProvider | null;
  /** Opens a provider's window at this address; false when the browser does not allow it. */
  open: (
    provider: SocialProvider,
    address: string,
    onMessage: (message: SignInMessage) => void,
  ) => boolean;
  /** Brings the open window to the front. */
  focus: () => void;
  cancel: () => void;
}

/** Opens a social sign-in in a popup and reports its result. */
export function useSignInWindow(): SignInWindow {
  const [waiting, setWaiting] = useState<SocialProvider | null>(null);
  const attempt = useRef<Attempt | null>(null);

  const end = () => {
    attempt.current?.stopListening();
    attempt.current?.popup.close();
    attempt.current = null;
  };
  useEffect(() => end, []);

  useEffect(() => {
    if (!waiting) return;
    // A provider with Cross-Origin-Opener-Policy makes the popup look closed. That re-enables the button, while the
    // channel stays open for the result.
    const timer = setInterval(() => {
      if (attempt.current?.popup.closed) setWaiting(null);
    }, POLL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [waiting]);

  return {
    waiting,
    open: (provider, address, onMessage) => {
      end();
      const popup = window.open(address, "_blank", popupFeatures());
      if (!popup || popup.closed) {
        setWaiting(null);
        return false;
      }
      const stopListening = listenForSignIn(provider, (message) => {
        end();
        setWaiting(null);
        onMessage(message);
      });
      attempt.current = { popup, stopListening };
      setWaiting(provider);
      return true;
    },
    focus: () => attempt.current?.popup.focus(),
    cancel: () => {
      end();
      setWaiting(null);
    },
  };
}

/** Returns the features of a popup centred over this window. */
function popupFeatures(): string {
  const left = Math.round(window.screenX + (window.outerWidth - WIDTH) / 2);
  const top = Math.round(window.screenY + (window.outerHeight - HEIGHT) / 2);
  return `popup,width=${WIDTH},height=${HEIGHT},left=${left},top=${top}`;
}
