import { data } from "react-router";
import { servicesContext } from "#app/context.ts";
import { confirmSubscription } from "#shop/newsletter/subscribers.server.ts";
import { isConfirmLink } from "#shop/newsletter/subscriber-links.server.ts";
import type { Route } from "./+types/route";
import { linkIn } from "../newsletter/link-params.ts";
import { type ConfirmState, ConfirmView } from "../newsletter/newsletter-views.tsx";

export const meta: Route.MetaFunction = () => [{ title: "Confirm your subscription" }];

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const works = await isConfirmLink(db, linkIn(url.searchParams), new Date());
  return { state: works ? ("ask" as const) : ("invalid" as const) };
}

export async function action({ context, url }: Route.ActionArgs) {
  const { db } = context.get(servicesContext);
  const confirmed = await confirmSubscription(db, linkIn(url.searchParams), new Date());
  return confirmed.ok
    ? data<{ state: ConfirmState }>({ state: "done" })
    : data<{ state: ConfirmState }>({ state: "invalid" }, { status: 400 });
}

export default function NewsletterConfirm({ loaderData, actionData }: Route.ComponentProps) {
  return <ConfirmView state={actionData?.state ?? loaderData.state} />;
}
