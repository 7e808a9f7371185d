import { data } from "react-router";
import { servicesContext } from "#app/context.ts";
import { readForm } from "#app/form.server.ts";
import { textOf } from "#lib/form.ts";
import {
  findSubscription,
  subscribeAgain,
  unsubscribe,
} from "#shop/newsletter/subscribers.server.ts";
import { maskEmail } from "#shop/orders/order.ts";
import { t } from "#messages/translate.ts";
import type { Route } from "./+types/route";
import { parseLink } from "#shop/newsletter/subscriber.ts";
import { NewsletterPage, HomeLink, OneButton } from "../newsletter/newsletter-page.tsx";

export const meta: Route.MetaFunction = () => [{ title: t("newsletter.unsubscribe") }];

export async function loader({ context, url }: Route.LoaderArgs): Promise<UnsubscribeData> {
  const { db } = context.get(servicesContext);
  const found = await findSubscription(db, parseLink(url.searchParams));
  if (!found.ok) return { state: "invalid", email: null };
  const { email, state } = found.value;
  if (email === null) return { state: "gone", email };
  return { state: state === "unsubscribed" ? "done" : "ask", email: maskEmail(email) };
}

/**
 * Unsubscribes, or subscribes again. Mail programs post here, too, without cookies or an origin and without following
 * redirects (RFC 8058, 3.1), so the link's key alone authorises the request.
 */
export async function action({ request, context, url }: Route.ActionArgs) {
  const { db } = context.get(servicesContext);
  const link = parseLink(url.searchParams);
  const again = textOf(await readForm(request), "intent") === "again";
  const done = await (again ? subscribeAgain : unsubscribe)(db, link, new Date());
  return data(null, { status: done.ok ? 200 : 400 });
}

interface UnsubscribeData {
  state: "ask" | "done" | "gone" | "invalid";
  /** Masked, because mails are forwarded. */
  email: string | null;
}

export default function NewsletterUnsubscribe({ loaderData }: Route.ComponentProps) {
  const { state, email } = loaderData;
  switch (state) {
    case "ask":
      return (
        <NewsletterPage
          title={t("newsletter.unsubscribeTitle")}
          lead={t("newsletter.unsubscribeLead", { email: email ?? "" })}
        >
          <OneButton intent="unsubscribe">{t("newsletter.unsubscribe")}</OneButton>
        </NewsletterPage>
      );
    case "done":
      return (
        <NewsletterPage
          title={t("newsletter.unsubscribed")}
          lead={t("newsletter.unsubscribedLead", { email: email ?? "" })}
        >
          <OneButton intent="again" quiet>
            {t("newsletter.subscribeAgain")}
          </OneButton>
        </NewsletterPage>
      );
    case "gone":
      return (
        <NewsletterPage title={t("newsletter.unsubscribed")} lead={t("newsletter.goneLead")}>
          <HomeLink />
        </NewsletterPage>
      );
    case "invalid":
      return (
        <NewsletterPage title={t("newsletter.brokenLink")} lead={t("newsletter.brokenLead")}>
          <HomeLink />
        </NewsletterPage>
      );
  }
}
