import { href } from "react-router";
import { z } from "zod";
import { list } from "#app/office/list-query.ts";
import { isUuid } from "#lib/text.ts";
import { subscriberStates } from "#shop/newsletter/subscriber.ts";

export const subscriberList = list({
  path: href("/admin/newsletter/subscribers"),
  filters: { q: { max: 100 }, state: subscriberStates },
  key: z.string().refine(isUuid),
});
