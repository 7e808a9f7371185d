import { clientKey } from "#lib/network.ts";
import type { Auth } from "#shop/accounts/auth.server.ts";
import { findKnownBrowser } from "#shop/accounts/known-browsers.server.ts";
import {
  signInByAccount,
  signInByAccountAndAddress,
  signInByAddress,
  signInByBrowser,
} from "#shop/limits/limits.server.ts";
import type { CountedAttempt } from "./limits.server.ts";

/** The limits of one sign-in. */
interface SignInAttempts {
  /** Whether this browser has signed in to the account before. */
  isKnown: boolean;
  /** Taken for every sign-in. */
  all: CountedAttempt[];
  /** Taken too, and given back by a sign-in that succeeds. */
  failures: CountedAttempt[];
  /** Likewise, over all networks; empty for a known browser, so that failed sign-ins elsewhere do not refuse it. */
  account: CountedAttempt[];
}

/**
 * Returns the attempts that a sign-in takes. A browser that signed in to the account before has a count of its own; all
 * others share those of their network and of the account.
 */
export async function signInAttempts(
  auth: Auth,
  { email, address, headers }: { email: string; address: string; headers: Headers },
): Promise<SignInAttempts> {
  const browser = findKnownBrowser(await auth.$context, headers, email);
  if (browser)
    return {
      isKnown: true,
      all: [{ limit: signInByBrowser, who: browser }],
      failures: [],
      account: [],
    };
  return {
    isKnown: false,
    all: [{ limit: signInByAddress, who: address }],
    failures: [{ limit: signInByAccountAndAddress, who: `${clientKey(address)} ${email}` }],
    account: [{ limit: signInByAccount, who: email }],
  };
}
