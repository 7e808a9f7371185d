import type { SocialProvider } from "#shop/accounts/account.ts";

/** Where the window that signs in tells the page that opened it how it went. */
const CHANNEL = "satchel-sign-in";

const results = ["ok", "error", "refused", "blocked", "unknown-code", "too-many"] as const;
export type SignInResult = (typeof results)[number];

export const TOO_MANY_TEXT = "Too many tries. Please wait a few minutes and try again.";

export interface SignInMessage {
  provider: SocialProvider;
  result: SignInResult;
  /** A new account was made. */
  created: boolean;
}

const providers: readonly unknown[] = ["google", "facebook"] satisfies SocialProvider[];

export function tellSignIn(message: SignInMessage): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(message);
  channel.close();
}

/** Hears what is told of a provider; returns how to stop. */
export function hearSignIn(
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
