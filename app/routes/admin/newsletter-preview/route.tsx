import { href } from "react-router";
import { servicesContext } from "#app/context.ts";
import { readForm } from "#app/form.server.ts";
import { redirect } from "#app/redirects.ts";
import { requireTeam } from "#app/session.server.ts";
import { textOf } from "#lib/form.ts";
import { inLanguage } from "#messages/current.server.ts";
import { isLanguage } from "#messages/languages.ts";
import { renderMail } from "#shop/mail/render.server.tsx";
import { MARKDOWN_MAX, SUBJECT_MAX } from "#shop/newsletter/newsletter.ts";
import { readSettingsInLanguage } from "#shop/settings/owner-texts.server.ts";
import type { Route } from "./+types/route";

/** Allows inline styles only: mails contain no scripts, forms or external resources. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; base-uri 'none'; sandbox";

/** Redirects a GET to the newsletters: the preview needs the posted content. */
export function loader(args: Route.LoaderArgs) {
  requireTeam(args);
  throw redirect(href("/admin/newsletter"));
}

/** Renders the posted content as the mail's HTML, for the preview frame of the editor. */
export async function action(args: Route.ActionArgs) {
  requireTeam(args);
  const { db, appUrl } = args.context.get(servicesContext);
  const form = await readForm(args.request);
  const wanted = textOf(form, "language");
  const { html } = await inLanguage(isLanguage(wanted) ? wanted : "en", async () => {
    const { shopName, supportEmail } = await readSettingsInLanguage(db);
    return renderMail(
      {
        template: "newsletter",
        subject: textOf(form, "subject").slice(0, SUBJECT_MAX),
        markdown: textOf(form, "markdown").slice(0, MARKDOWN_MAX),
        unsubscribePath: "/newsletter/unsubscribe",
      },
      { shopName, supportEmail, appUrl: appUrl() },
    );
  });
  return new Response(html, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": POLICY,
      "cache-control": "no-store",
    },
  });
}
