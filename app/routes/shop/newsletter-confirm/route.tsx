import { data } from "react-router";
import { servicesContext } from "#app/context.ts";
import { confirmSubscription } from "#shop/newsletter/subscribers.server.ts";
import { isConfirmLink } from "#shop/newsletter/subscriber-links.server.ts";
import type { Route } from "./+types/route";
import { parseLink } from "#shop/newsletter/subscriber.ts";
import { NewsletterPage, OneButton, homeLink } from "../newsletter/newsletter-page.tsx";

export const meta: Route.MetaFunction = () => [{ title: "Confirm your subscription" }];

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const works = await isConfirmLink(db, parseLink(url.searchParams), new Date());
  return { state: works ? ("ask" as const) : ("invalid" as const) };
}

export async function action({ context, url }: Route.ActionArgs) {
  const { db } = context.get(servicesContext);
  const confirmed = await confirmSubscription(db, parseLink(url.searchParams), new Date());
  return confirmed.ok
    ? data<{ state: ConfirmState }>({ state: "done" })
    : data<{ state: ConfirmState }>({ state: "invalid" }, { status: 400 });
}

type ConfirmState = "ask" | "done" | "invalid";

/** Confirms by a button, because mail scanners open links by themselves. */
export default function NewsletterConfirm({ loaderData, actionData }: Route.ComponentProps) {
  switch (actionData?.state ?? loaderData.state) {
    case "ask":
      return (
        <NewsletterPage
          title="Confirm your subscription"
          lead="One click, and you get the newsletter at the address this link was sent to."
        >
          <OneButton intent="confirm">Confirm the subscription</OneButton>
        </NewsletterPage>
      );
    case "done":
      return (
        <NewsletterPage
          title="You are subscribed"
          lead="The next newsletter comes to you. Each one has a link to unsubscribe."
        >
          {homeLink}
        </NewsletterPage>
      );
    case "invalid":
      return (
        <NewsletterPage
          title="This link does not work"
          lead="Confirmation links work for 7 days. This one has expired or was not copied in full. You can request a new one at the bottom of any page."
        >
          {homeLink}
        </NewsletterPage>
      );
  }
}
