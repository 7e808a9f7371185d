import type { Cursor } from "#lib/paging.ts";

export const subscriberStates = ["confirmed", "pending", "unsubscribed"] as const;
export type SubscriberState = (typeof subscriberStates)[number];

/** So long a link to confirm can be followed. */
export const CONFIRM_DAYS = 7;

export interface Subscriber {
  id: string;
  email: string;
  state: SubscriberState;
  /** The page on which they asked for it. */
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

/** What a link of a mail carries; `until` is in milliseconds, and only in those that end. */
export interface SubscriberLink {
  id: string;
  key: string;
  until: number;
}

/** What somebody is follows from when they confirmed and left. */
export function subscriberState(times: {
  confirmedAt: Date | null;
  unsubscribedAt: Date | null;
}): SubscriberState {
  if (times.unsubscribedAt) return "unsubscribed";
  return times.confirmedAt ? "confirmed" : "pending";
}

/** What the link of a mail carries in its address; whether we have sent it is for the verbs to say. */
export function linkIn(params: URLSearchParams): SubscriberLink {
  return {
    id: params.get("id") ?? "",
    key: params.get("key") ?? "",
    until: Number(params.get("until") ?? Number.NaN),
  };
}
