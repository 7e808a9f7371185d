import { href, redirect, Form } from "react-router";
import { servicesContext } from "#app/context.ts";
import { readForm } from "#app/form.server.ts";
import { withNotice } from "#app/notices.ts";
import { requireSignedIn } from "#app/session.server.ts";
import { textOf } from "#lib/form.ts";
import { endOtherSessions, endSession, listSessions } from "#shop/accounts/sessions.server.ts";
import type { Route } from "./+types/route";
import { Button } from "#app/ui/button.tsx";
import { SubmitButton, useIsSubmitting } from "#app/ui/submit-button.tsx";
import { Tag } from "#app/ui/badge.tsx";
import { Time } from "#app/ui/time.tsx";
import type { SessionView } from "#shop/accounts/account.ts";
import { deviceName } from "#shop/accounts/device.ts";

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

/** Lists the account's sessions, each with a button to end it. */
export default function Sessions({ loaderData }: Route.ComponentProps) {
  const { sessions } = loaderData;
  const others = sessions.some((session) => !session.current);
  return (
    <section className="card sessions" aria-labelledby="sessions-title">
      <header className="sessions__head">
        <div>
          <h2 className="heading" id="sessions-title">
            Where you are signed in
          </h2>
          <p className="small muted">
            {others
              ? "End any that you do not know, then change your password."
              : "Only in this browser."}
          </p>
        </div>
        {others && (
          <Form method="post" action="/account/sessions">
            <input type="hidden" name="intent" value="end-others" />
            <SubmitButton intent="end-others">End all others</SubmitButton>
          </Form>
        )}
      </header>
      <ul>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
    </section>
  );
}

function SessionRow({ session }: { session: SessionView }) {
  const { id, current, ipAddress, userAgent, createdAt, lastActiveAt } = session;
  const device = deviceName(userAgent);
  const sending = useIsSubmitting("end-session", id);
  return (
    <li className="session">
      <div>
        <p className="session__device">
          <span title={userAgent ?? undefined}>{device}</span>
          {current && <Tag>This browser</Tag>}
        </p>
        <ul className="session__facts">
          {ipAddress && <li className="mono">{ipAddress}</li>}
          <li>
            Signed in <Time value={createdAt} />
          </li>
          <li>
            Last active <Time value={lastActiveAt} />
          </li>
        </ul>
      </div>
      {!current && (
        <Form method="post" action="/account/sessions">
          <input type="hidden" name="intent" value="end-session" />
          <input type="hidden" name="sessionId" value={id} />
          <Button
            type="submit"
            variant="ghost"
            size="sm"
            className="btn--danger-quiet"
            busy={sending}
          >
            End<span className="sr"> the session of {device}</span>
          </Button>
        </Form>
      )}
    </li>
  );
}
