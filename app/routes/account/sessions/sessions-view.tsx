import { Form } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { Tag } from "#app/ui/badge.tsx";
import { Time } from "#app/ui/time.tsx";
import type { SessionView } from "#shop/accounts/account.ts";
import { deviceName } from "#shop/accounts/device.ts";
import { useSending } from "../shared/use-sending.ts";

export interface SessionsViewProps {
  sessions: readonly SessionView[];
}

/** Where the account is signed in, and the way to end that from here. */
export function SessionsView({ sessions }: SessionsViewProps) {
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
  const sending = useSending("end-session", id);
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
