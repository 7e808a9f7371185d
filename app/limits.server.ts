import type { RouterContextProvider, HeadersArgs } from "react-router";
import type { Db } from "#db/client.server.ts";
import { type Attempt, attemptLine } from "#shop/accounts/authentication-log.server.ts";
import { t } from "#messages/translate.ts";
import { BUSY_SECONDS, busyMessage } from "./busy-page.ts";
import { busyContext, clientAddressContext, requestContext } from "./context.ts";
import { type Limit } from "#shop/limits/limits.server.ts";
import { giveBack, takeOnce } from "#shop/limits/attempts.server.ts";

/** One attempt of a limit, by network address, account or another key. */
export interface CountedAttempt {
  limit: Limit;
  who: string;
}

/** Takes one attempt of each limit, up to the first that refuses; returns the seconds to wait for that one, else 0. */
export async function secondsToWait(
  db: Db,
  attempts: readonly CountedAttempt[],
  now: Date,
): Promise<number> {
  for (const { limit, who } of attempts) {
    const wait = await takeOnce(db, limit, who, now);
    if (wait > 0) return wait;
  }
  return 0;
}

/** Gives the attempts back that `secondsToWait` took, where only failures count. */
export async function giveAttemptsBack(
  db: Db,
  attempts: readonly CountedAttempt[],
  now: Date,
): Promise<void> {
  for (const { limit, who } of attempts) await giveBack(db, limit, who, now);
}

/** Logs an attempt to authenticate that a limit refused; those that are checked are logged by `authenticationLog`. */
export function logRefusedAttempt(
  context: Readonly<RouterContextProvider>,
  attempt: Pick<Attempt, "event" | "reason" | "account">,
): void {
  const from = context.get(clientAddressContext);
  context.get(requestContext).log(attemptLine({ ...attempt, outcome: "refused", from }));
}

/**
 * Returns the message and the 429 response for a request that a full queue refused. Without JavaScript, a short page
 * answers: rendering the form for each request of a flood would delay everybody else's.
 */
export function tooManyAtOnce(context: Readonly<RouterContextProvider>) {
  const message = busyMessage();
  context.set(busyContext, message);
  const init = { status: 429, headers: { "retry-after": String(BUSY_SECONDS) } };
  return { message, init };
}

/** Returns the message and the 429 response of an exceeded limit: 'Too many attempts. Please wait 3 minutes and try again.' */
export function tooManyAttempts(seconds: number): { message: string; init: ResponseInit } {
  const minutes = Math.ceil(seconds / 60);
  return {
    message: t("errors.tooManyAttempts", { minutes }),
    init: { status: 429, headers: { "retry-after": String(seconds) } },
  };
}

/** The `headers` export of routes that are rate limited: passes `Retry-After` on. */
export function headers({ loaderHeaders, actionHeaders, parentHeaders }: HeadersArgs): Headers {
  const headers = new Headers(parentHeaders);
  const wait = actionHeaders.get("retry-after") ?? loaderHeaders.get("retry-after");
  if (wait !== null) headers.set("retry-after", wait);
  return headers;
}
