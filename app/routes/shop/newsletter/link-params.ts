import type { SubscriberLink } from "#shop/newsletter/subscriber.ts";

/** What the link of a mail carries in its address; whether we have sent it is for the verbs to say. */
export function linkIn(params: URLSearchParams): SubscriberLink {
  return {
    id: params.get("id") ?? "",
    key: params.get("key") ?? "",
    until: Number(params.get("until") ?? Number.NaN),
  };
}
