import { href } from "react-router";
import { exportRoute } from "#app/office/export-route.server.ts";
import { exportSubscribers, subscriberHead } from "#shop/newsletter/subscriber-list.server.ts";
import { subscriberList } from "../subscribers/subscriber-list.ts";

const subscribers = exportRoute({
  list: href("/admin/newsletter/subscribers"),
  name: "subscribers",
  head: subscriberHead,
  rows: ({ db, params, who }) => {
    const { q: search, state } = subscriberList.parse(params);
    return exportSubscribers(db, { ...who, what: { search, state } });
  },
});

export const loader = subscribers.loader;
export const action = subscribers.action;
