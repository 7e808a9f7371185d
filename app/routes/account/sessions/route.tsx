import { data, href, Form, useNavigation } from "react-router";
import { servicesContext } from "#app/context.ts";
import { readForm } from "#app/form.server.ts";
import { withNotice } from "#app/notices.ts";
import { reauthenticate } from "#app/reauthenticate.server.ts";
import { redirect } from "#app/redirects.ts";
import { requireSignedIn } from "#app/session.server.ts";
import { textOf } from "#lib/form.ts";
import { hasPassword } from "#shop/accounts/accounts.server.ts";
import { endOtherSessions, endSession } from "#shop/accounts/end-sessions.server.ts";
import { listSessions } from "#shop/accounts/sessions.server.ts";
import type { Route } from "./+types/route";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useIsSubmitting } from "#app/ui/submit-button.tsx";
import { Tag } from "#app/ui/badge.tsx";
import { Time } from "#app/ui/time.tsx";
import type { SessionView } from "#shop/accounts/account.ts";
import { deviceText } from "#shop/accounts/device.ts";
import { rich, t } from "#messages/translate.ts";

export { headers } from "#app/limits.server.ts";

export const meta: Route.MetaFunction = () => [{ title: t("account.sessionsTitle") }];

export async function loader({ context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const { account, sessionId } = requireSignedIn(context);
  return {
    sessions: await listSessions(db, account.id, sessionId),
    hasPassword: await hasPassword(db, account.id),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { db } = context.get(servicesContext);
  const { account, sessionId } = requireSignedIn(context);
  const form = await readForm(request);
  const refused = await reauthenticate(request, context, textOf(form, "password"));
  if (refused) return data({ error: refused.message }, refused.init);
  if (textOf(form, "intent") === "end-others") await endOtherSessions(db, account.id, sessionId);
  else await endSession(db, account.id, textOf(form, "sessionId"));
  throw redirect(withNotice(href("/account/sessions"), "session-ended"));
}

/** Lists the account's sessions, with a form that ends one of the others, or all. */
export default function Sessions({ loaderData, actionData }: Route.ComponentProps) {
  const { sessions, hasPassword: passwordSet } = loaderData;
  const error = actionData?.error;
  const others = sessions.some((session) => !session.current);
  const endingOthers = useIsSubmitting("end-others");
  return (
    <Form method="post" action="/account/sessions" className="card sessions">
      <header className="sessions__head">
        <div>
          <h2 className="heading">{t("account.sessionsLead")}</h2>
          <p className="small muted">
            {others ? t("account.sessionsOthers") : t("account.sessionsOnlyThis")}
          </p>
        </div>
        {others && (
          <div className="sessions__all">
            {passwordSet && (
              <Field
                label={t("account.yourPassword")}
                name="password"
                type="password"
                error={error}
                autoComplete="current-password"
                required
              />
            )}
            <Button type="submit" name="intent" value="end-others" busy={endingOthers}>
              {t("account.endOthers")}
            </Button>
          </div>
        )}
      </header>
      {error && !passwordSet && (
        <Notice tone="rejected" role="alert">
          {error}
        </Notice>
      )}
      <ul>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
    </Form>
  );
}

function SessionRow({ session }: { session: SessionView }) {
  const { id, current, ipAddress, userAgent, createdAt, lastActiveAt } = session;
  const device = deviceText(userAgent);
  const { formData } = useNavigation();
  return (
    <li className="session">
      <div>
        <p className="session__device">
          <span title={userAgent ?? undefined}>{device}</span>
          {current && <Tag>{t("account.thisBrowser")}</Tag>}
        </p>
        <ul className="session__facts">
          {ipAddress && <li className="mono">{ipAddress}</li>}
          <li>{rich("account.signedInAt", { time: <Time value={createdAt} /> })}</li>
          <li>{rich("account.lastActiveAt", { time: <Time value={lastActiveAt} /> })}</li>
        </ul>
      </div>
      {!current && (
        <Button
          type="submit"
          name="sessionId"
          value={id}
          variant="ghost"
          size="sm"
          className="btn--danger-quiet"
          busy={formData?.get("sessionId") === id}
        >
          {rich("account.endSession", { device, hidden: <span className="sr" /> })}
        </Button>
      )}
    </li>
  );
}
