import { useState } from "react";
import { Form, href, Link } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/dialog.tsx";
import { Field } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import type { Result } from "#lib/result.ts";
import { SecretCard } from "../webhooks/secret-card.tsx";
import { settingsPath } from "./settings-pages.ts";
import "../webhooks/webhooks.css";

/** The outcome of a test: of the username, or the answer of the adapter. */
export type DeliveryTest =
  | { typed: string; problem: string }
  | {
      typed: string;
      username: string;
      response: Result<
        | { result: "known"; displayName: string; pictureUrl?: string | null | undefined }
        | { result: "unknown"; reason: string },
        string
      >;
    };

/** What the action returns to the forms of the delivery adapter. */
export interface DeliveryActionData {
  /** The new secret, which is shown once. */
  secret?: string;
  test?: DeliveryTest;
}

/** The secret of the delivery adapter, and a test of it. */
export function DeliveryAdapter({
  url,
  actionData,
}: {
  url: string;
  actionData: DeliveryActionData | undefined;
}) {
  const { secret, test } = actionData ?? {};
  return (
    <section className="setting-group" aria-labelledby="delivery-adapter-title">
      <div>
        <h2 id="delivery-adapter-title">Delivery adapter</h2>
        <p>
          Calls to it are signed with a secret.{" "}
          <Link className="link" to={href("/admin/docs/:name", { name: "delivery" })}>
            How they look
          </Link>
          , and{" "}
          <Link className="link" to={href("/admin/docs/:name", { name: "delivery-adapter" })}>
            an adapter to begin with
          </Link>
          .
        </p>
      </div>
      <div>
        {secret !== undefined && <SecretCard secret={secret} receiver="adapter" />}
        <div className="card delivery-adapter">
          <NewSecret replaces={url !== ""} />
          {url === "" ? (
            <p className="muted">Save the adapter URL to test it.</p>
          ) : (
            <Form method="post" action={settingsPath("delivery")} preventScrollReset noValidate>
              <input type="hidden" name="intent" value="delivery-test" />
              <Field
                label="Username to test with"
                name="username"
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                defaultValue={test?.typed}
                error={test && "problem" in test ? test.problem : undefined}
                hint="Asks the adapter at the saved URL whether the account exists. Nothing is delivered."
              />
              <SubmitButton intent="delivery-test" size="sm">
                Send test
              </SubmitButton>
              {test && "response" in test && <TestResponse {...test} />}
            </Form>
          )}
        </div>
      </div>
    </section>
  );
}

const roll = {
  action: settingsPath("delivery"),
  title: "Replace the secret?",
  question:
    "The next call is signed with a new secret. Calls that the adapter rejects until it knows the new secret are repeated.",
  intent: "delivery-secret",
  confirm: "Replace secret",
  decline: "Keep secret",
};

/** Makes a new secret; asks first where an adapter is likely to have the current one. */
function NewSecret({ replaces }: { replaces: boolean }) {
  const [asking, setAsking] = useState(false);
  const form = (
    <Form method="post" action={roll.action} preventScrollReset>
      <input type="hidden" name="intent" value={roll.intent} />
      <p>{replaces ? roll.question : "The secret is shown once. Copy it to the adapter."}</p>
      <SubmitButton intent={roll.intent} size="sm">
        {replaces ? roll.confirm : "New secret"}
      </SubmitButton>
    </Form>
  );
  if (!replaces) return form;
  return (
    <div>
      <p>A new secret is shown once, and replaces the current one immediately.</p>
      <Button size="sm" className="needs-script" onClick={() => setAsking(true)}>
        New secret
      </Button>
      <noscript>{form}</noscript>
      <ConfirmDialog
        {...roll}
        open={asking}
        form={{ onSubmit: () => setAsking(false) }}
        onDecline={() => setAsking(false)}
      />
    </div>
  );
}

function TestResponse({ username, response }: Extract<DeliveryTest, { response: unknown }>) {
  if (!response.ok)
    return (
      <Notice tone="rejected" role="alert">
        <b>The adapter gave no answer.</b> {response.error}
      </Notice>
    );
  const { value } = response;
  if (value.result === "unknown")
    return (
      <Notice tone="pending" role="status">
        <b>@{username} is unknown.</b> {value.reason}
      </Notice>
    );
  return (
    <Notice tone="completed" role="status">
      <b>@{username} is known</b> as {value.displayName}.
      {value.pictureUrl && ` Picture: ${value.pictureUrl}`}
    </Notice>
  );
}
