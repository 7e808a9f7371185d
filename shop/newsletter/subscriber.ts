import type { Cursor } from "#lib/paging.ts";

export const subscriberStates = ["confirmed", "pending", "unsubscribed"] as const;
export type SubscriberState = (typeof subscriberStates)[number];

/** How long a confirmation link is valid. */
export const CONFIRM_DAYS = 7;

export interface Subscriber {
  id: string;
  email: string;
  state: SubscriberState;
  /** The page of the subscription form. */
  source: string;
  requestedAt: Date;
  confirmedAt: Date | null;
  unsubscribedAt: Date | null;
}

export interface SubscriberQuery {
  search: string;
  state: SubscriberState | null;
  cursor: Cursor<string> | null;
}

export interface SubscriberPage {
  subscribers: Subscriber[];
  previous: Cursor<string> | null;
  next: Cursor<string> | null;
}

/** The parameters of a mailed link; `until` is in milliseconds, and only in links that expire. */
export interface SubscriberLink {
  id: string;
  key: string;
  until: number;
}

/** Derives the state of a subscriber from the times. */
export function subscriberState(times: {
  confirmedAt: Date | null;
  unsubscribedAt: Date | null;
}): SubscriberState {
  if (times.unsubscribedAt) return "unsubscribed";
  return times.confirmedAt ? "confirmed" : "pending";
}

/** Parses the parameters of a mailed link; service functions check the signature. */
export function parseLink(params: URLSearchParams): SubscriberLink {
  return {
    id: params.get("id") ?? "",
    key: params.get("key") ?? "",
    until: Number(params.get("until") ?? Number.NaN),
  };
}
