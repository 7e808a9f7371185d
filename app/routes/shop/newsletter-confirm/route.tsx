import { data } from "react-router";
import { servicesContext } from "#app/context.ts";
import { confirmSubscription } from "#shop/newsletter/subscribers.server.ts";
import { isConfirmLink } from "#shop/newsletter/subscriber-links.server.ts";
import { t } from "#messages/translate.ts";
import type { Route } from "./+types/route";
import { CONFIRM_DAYS, parseLink } from "#shop/newsletter/subscriber.ts";
import { NewsletterPage, HomeLink, OneButton } from "../newsletter/newsletter-page.tsx";

export const meta: Route.MetaFunction = () => [{ title: t("newsletter.confirmTitle") }];

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
        <NewsletterPage title={t("newsletter.confirmTitle")} lead={t("newsletter.confirmLead")}>
          <OneButton intent="confirm">{t("newsletter.confirm")}</OneButton>
        </NewsletterPage>
      );
    case "done":
      return (
        <NewsletterPage title={t("newsletter.subscribed")} lead={t("newsletter.subscribedLead")}>
          <HomeLink />
        </NewsletterPage>
      );
    case "invalid":
      return (
        <NewsletterPage
          title={t("newsletter.brokenLink")}
          lead={t("newsletter.expiredLead", { days: CONFIRM_DAYS })}
        >
          <HomeLink />
        </NewsletterPage>
      );
  }
}
