import type { SocialProvider } from "#shop/accounts/account.ts";

/** As the providers write themselves. */
export const providerNames: Record<SocialProvider, string> = {
  google: "Google",
  facebook: "Facebook",
};
