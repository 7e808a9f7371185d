import { href, redirect } from "react-router";
import { servicesContext } from "#app/context.ts";
import { readForm } from "#app/form.server.ts";
import { requireAdmin } from "#app/session.server.ts";
import { textOf } from "#lib/form.ts";
import { renderMail } from "#shop/mail/render.server.tsx";
import { MARKDOWN_MAX, SUBJECT_MAX } from "#shop/newsletter/newsletter.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import type { Route } from "./+types/route";

/** Mails have their styles in their elements, and nothing else: no script, no form, nothing from elsewhere. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; base-uri 'none'; sandbox";

/** What is shown is posted: its address alone leads to the newsletters. */
export function loader(args: Route.LoaderArgs) {
  requireAdmin(args);
  throw redirect(href("/admin/newsletter"));
}

/** The very mail that these words would be, for a frame in the editor. */
export async function action(args: Route.ActionArgs) {
  requireAdmin(args);
  const { db } = args.context.get(servicesContext);
  const form = await readForm(args.request);
  const { shopName, supportEmail } = await readSettings(db);
  const { html } = renderMail(
    {
      template: "newsletter",
      subject: textOf(form, "subject").slice(0, SUBJECT_MAX),
      markdown: textOf(form, "markdown").slice(0, MARKDOWN_MAX),
      unsubscribePath: "/newsletter/unsubscribe",
    },
    { shopName, supportEmail, appUrl: args.url.origin },
  );
  return new Response(html, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": POLICY,
      "cache-control": "no-store",
    },
  });
}
