import { data, href, redirect } from "react-router";
import { actorOf } from "#app/actor.server.ts";
import { servicesContext } from "#app/context.ts";
import { readForm } from "#app/form.server.ts";
import { useKeptAnswer } from "#app/kept-answer.ts";
import { useLive } from "#app/live.ts";
import { withNotice } from "#app/notices.ts";
import { requireAdmin } from "#app/session.server.ts";
import { textOf } from "#lib/form.ts";
import { discard, listUndelivered, sendAgain } from "#shop/office/undelivered.server.ts";
import type { Route } from "./+types/route";
import { adminTitle } from "../shared/admin-title.ts";
import { MailsView } from "./mails-view.tsx";

export const meta: Route.MetaFunction = ({ matches }) => adminTitle("Mails", matches);

export async function loader(args: Route.LoaderArgs) {
  requireAdmin(args);
  const { db } = args.context.get(servicesContext);
  return listUndelivered(db);
}

export async function action(args: Route.ActionArgs) {
  requireAdmin(args);
  const { db } = args.context.get(servicesContext);
  const form = await readForm(args.request);
  const change = {
    key: form.has("key") ? textOf(form, "key") : null,
    actor: actorOf(args.context),
    now: new Date(),
  };
  const intent = textOf(form, "intent");
  if (intent !== "again" && intent !== "discard") return data({ gone: false }, { status: 400 });
  const done = await (intent === "again" ? sendAgain(db, change) : discard(db, change));
  if (done.ok)
    throw redirect(
      withNotice(href("/admin/mails"), intent === "again" ? "mail-retried" : "mail-discarded"),
    );
  if (done.error === "forbidden") throw redirect("/");
  return data({ gone: true }, { status: 409 });
}

export default function MailsPage({ loaderData, actionData }: Route.ComponentProps) {
  useLive("admin");
  return <MailsView {...loaderData} gone={useKeptAnswer(actionData)?.gone ?? false} />;
}
