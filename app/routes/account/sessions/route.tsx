import { href, redirect } from "react-router";
import { servicesContext } from "#app/context.ts";
import { readForm } from "#app/form.server.ts";
import { withNotice } from "#app/notices.ts";
import { requireSignedIn } from "#app/session.server.ts";
import { textOf } from "#lib/form.ts";
import { endOtherSessions, endSession, listSessions } from "#shop/accounts/sessions.server.ts";
import type { Route } from "./+types/route";
import { SessionsView } from "./sessions-view.tsx";

export const meta: Route.MetaFunction = () => [{ title: "Sessions · Account" }];

export async function loader({ context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const { account, sessionId } = requireSignedIn(context);
  return { sessions: await listSessions(db, account.id, sessionId) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { db } = context.get(servicesContext);
  const { account, sessionId } = requireSignedIn(context);
  const form = await readForm(request);
  if (textOf(form, "intent") === "end-others") await endOtherSessions(db, account.id, sessionId);
  else await endSession(db, account.id, textOf(form, "sessionId"));
  throw redirect(withNotice(href("/account/sessions"), "session-ended"));
}

export default function Sessions({ loaderData }: Route.ComponentProps) {
  return <SessionsView sessions={loaderData.sessions} />;
}
