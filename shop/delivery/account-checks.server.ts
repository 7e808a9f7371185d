import type { Db } from "#db/client.server.ts";
import type { Log } from "#lib/log.ts";
import { type Result, ok } from "#lib/result.ts";
import { addMs, MINUTE_MS } from "#lib/time.ts";
import { accountCheckByAddress } from "../limits/limits.server.ts";
import { takeOnce } from "../limits/attempts.server.ts";
import type { TikTokAccount } from "../checkouts/checkout.ts";
import type { Settings } from "../settings/settings.ts";
import type { TargetPolicy } from "../webhooks/ssrf-guard.server.ts";
import {
  type Account,
  readAdapter,
  validateAccount,
  type ValidateResponse,
} from "./adapter.server.ts";
import { readAdapterSecret } from "./secret.server.ts";

/** How long a buyer waits for the adapter at most. */
const TIMEOUT_MS = 1500;
/** How long an administrator waits who tests it. */
const TEST_TIMEOUT_MS = 10_000;
/** How many accounts are checked at once; more go on unchecked. */
const CONCURRENCY = 8;
const CACHED_MAX = 1000;
/** An unknown account may be typed again once it exists. */
const CACHE_MS = { known: 10 * MINUTE_MS, unknown: MINUTE_MS };

/** Checks accounts with the delivery adapter, before anybody pays. */
export interface AccountChecks {
  /** Returns why the adapter does not know the account; null if it does, or does not say so in time. */
  findProblem: (
    recipient: TikTokAccount,
    options: { settings: Settings; from: string; now: Date },
  ) => Promise<string | null>;
  /** Returns the display name of an account that was checked lately. */
  displayName: (recipient: TikTokAccount, settings: Settings, now: Date) => string | null;
  /** Checks an account for an administrator, whether the adapter is switched on or not. */
  test: (url: string, username: string) => Promise<Result<ValidateResponse, string>>;
}

/** Returns the checks of this process, which caches their answers for some minutes. */
export function createAccountChecks(
  db: Db,
  { policy, log }: { policy: TargetPolicy; log: Log },
): AccountChecks {
  const cached = new Map<string, { response: ValidateResponse; until: Date }>();
  const running = new Map<string, Promise<Result<ValidateResponse, string>>>();
  const keyOf = ({ username, uid }: Account, { deliveryUrl }: Settings) =>
    JSON.stringify([deliveryUrl, username.toLowerCase(), uid]);
  const cachedResponse = (key: string, now: Date) => {
    const found = cached.get(key);
    return found && now < found.until ? found.response : null;
  };
  const remember = (key: string, response: ValidateResponse, now: Date) => {
    cached.delete(key);
    cached.set(key, { response, until: addMs(now, CACHE_MS[response.result]) });
    const [oldest] = cached.keys();
    if (cached.size > CACHED_MAX && oldest !== undefined) cached.delete(oldest);
  };
  const problemIn = (response: ValidateResponse) =>
    response.result === "unknown" ? response.reason : null;

  return {
    findProblem: async (recipient, { settings, from, now }) => {
      const account = accountOf(recipient);
      const adapter = await readAdapter(db, settings);
      if (!adapter) return null;
      const key = keyOf(account, settings);
      const before = cachedResponse(key, now);
      if (before) return problemIn(before);
      if (!running.has(key)) {
        if (running.size >= CONCURRENCY) return null;
        if ((await takeOnce(db, accountCheckByAddress, from, now)) > 0) return null;
      }
      const call =
        running.get(key) ?? validateAccount(adapter, account, { policy, timeoutMs: TIMEOUT_MS });
      running.set(key, call);
      const response = await call.finally(() => running.delete(key));
      if (!response.ok) {
        log(`account check failed: ${response.error}`);
        return null;
      }
      remember(key, response.value, now);
      return problemIn(response.value);
    },
    displayName: (recipient, settings, now) => {
      if (!settings.deliveryEnabled) return null;
      const response = cachedResponse(keyOf(accountOf(recipient), settings), now);
      return response?.result === "known" ? response.displayName : null;
    },
    test: async (url, username) => {
      const adapter = { url, secret: await readAdapterSecret(db) };
      const options = { policy, timeoutMs: TEST_TIMEOUT_MS };
      const response = await validateAccount(adapter, { username, uid: null }, options);
      return response.ok ? ok(response.value) : response;
    },
  };
}

function accountOf({ tiktokUsername, tiktokUid }: TikTokAccount): Account {
  return { username: tiktokUsername, uid: tiktokUid };
}
