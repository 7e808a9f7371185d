import { useEffect, useRef, useState } from "react";
import type { SocialProvider } from "#shop/accounts/account.ts";
import { hearSignIn, type SignInMessage } from "./sign-in-message.ts";

const WIDTH = 480;
const HEIGHT = 640;
const LOOK_AGAIN_MS = 400;

interface Attempt {
  popup: Window;
  stopHearing: () => void;
}

export interface SignInWindow {
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

/** A window of its own in which somebody signs in elsewhere, and the word it sends when it is done. */
export function useSignInWindow(): SignInWindow {
  const [waiting, setWaiting] = useState<SocialProvider | null>(null);
  const attempt = useRef<Attempt | null>(null);

  const end = () => {
    attempt.current?.stopHearing();
    attempt.current?.popup.close();
    attempt.current = null;
  };
  useEffect(() => end, []);

  useEffect(() => {
    if (!waiting) return;
    // A provider that cuts the tie to its opener makes the window look closed. So the button is free
    // again, and the word is still waited for.
    const timer = setInterval(() => {
      if (attempt.current?.popup.closed) setWaiting(null);
    }, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [waiting]);

  return {
    waiting,
    open: (provider, address, onMessage) => {
      end();
      const popup = window.open(address, "_blank", centred());
      if (!popup || popup.closed) {
        setWaiting(null);
        return false;
      }
      const stopHearing = hearSignIn(provider, (message) => {
        end();
        setWaiting(null);
        onMessage(message);
      });
      attempt.current = { popup, stopHearing };
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

/** In the middle of this window, on whichever screen that is. */
function centred(): string {
  const left = Math.round(window.screenX + (window.outerWidth - WIDTH) / 2);
  const top = Math.round(window.screenY + (window.outerHeight - HEIGHT) / 2);
  return `popup,width=${WIDTH},height=${HEIGHT},left=${left},top=${top}`;
}
