import { useEffect, useRef } from "react";
import { href } from "react-router";
import { servicesContext } from "#app/context.ts";
import { act, leadTo, officeAction } from "#app/office/acts.server.ts";
import { useAnswer } from "#app/office/answer.ts";
import { AnswerNotice } from "#app/office/answer-notice.tsx";
import { EditForm } from "#app/office/edit-form.tsx";
import { adminTitle } from "#app/root-data.ts";
import { requireTeam } from "#app/session.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { CopyButton } from "#app/ui/copy-button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { textOf } from "#lib/form.ts";
import { apiKeyFields } from "#shop/api-keys/api-key.ts";
import { createApiKey, listApiKeys, revokeApiKey } from "#shop/api-keys/api-keys.server.ts";
import type { Route } from "./+types/route";
import { KeyTable } from "./key-table.tsx";
import "./api-keys.css";

export const meta: Route.MetaFunction = ({ matches }) => adminTitle("API keys", matches);

export async function loader(args: Route.LoaderArgs) {
  requireTeam(args);
  const { db } = args.context.get(servicesContext);
  return {
    keys: await listApiKeys(db, new Date()),
    adding: args.url.searchParams.has("new"),
  };
}

export const action = officeAction<NewApiKey>({
  create: act({
    fields: apiKeyFields,
    run: ({ services: { db, mode }, who }, values) => createApiKey(db, { ...who, values, mode }),
    done: ({ key, text }) => ({ shown: { name: key.name, text } }),
    refused: {},
  }),
  revoke: act({
    run: ({ services: { db }, who, form }) => revokeApiKey(db, { ...who, id: textOf(form, "id") }),
    done: () => leadTo(href("/admin/api-keys"), "api-key-revoked"),
    refused: {
      unchanged: "Someone has already revoked this key.",
      "not-found": "There is no such key.",
    },
  }),
});

/** Lists the API keys, with the form for a new one. */
export default function ApiKeysPage({ loaderData }: Route.ComponentProps) {
  const { keys, adding } = loaderData;
  const answer = useAnswer<typeof action>();
  const created = answer?.shown;
  return (
    <>
      <PageHead
        title="API keys"
        actions={
          <>
            <ButtonLink to={href("/api")}>API reference</ButtonLink>
            <ButtonLink
              id={NEW_LINK_ID}
              to={`${href("/admin/api-keys")}?new`}
              variant="primary"
              preventScrollReset
            >
              <Icon name="plus" />
              New key
            </ButtonLink>
          </>
        }
      >
        With a key, your own program can read orders and deliver coins.
      </PageHead>
      <AnswerNotice answer={answer} />
      {created && <NewKey key={created.text} {...created} />}
      {adding && !created && (
        <EditForm
          title="New key"
          intent="create"
          fields={apiKeyFields}
          answer={answer}
          submit="Create key"
          action={`${href("/admin/api-keys")}?new`}
          cancelTo={href("/admin/api-keys")}
          openerId={NEW_LINK_ID}
        />
      )}
      <Card className="api-keys">
        {keys.length === 0 ? (
          <EmptyState title="No key yet">
            Until you create one, only the back office can see or change orders.
          </EmptyState>
        ) : (
          <KeyTable keys={keys} />
        )}
      </Card>
    </>
  );
}

/** Id of the link that opens the form. */
const NEW_LINK_ID = "new-api-key";

/** A new key. Its text is shown once: only the digest is stored. */
interface NewApiKey {
  name: string;
  text: string;
}

function NewKey({ name, text }: NewApiKey) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="card new-key" aria-labelledby="new-key">
      <h2 className="heading" id="new-key" tabIndex={-1} ref={heading}>
        The key “{name}” is made
      </h2>
      <p>
        Copy it now: it is shown only once. Anyone who has it can use it, so treat it like a
        password.
      </p>
      <div className="new-key__text">
        <code className="mono">{text}</code>
        <CopyButton text={text} toastMessage="Key copied" variant="primary">
          Copy key
        </CopyButton>
      </div>
      <ButtonLink to={href("/admin/api-keys")} size="sm" preventScrollReset>
        I have copied it
      </ButtonLink>
    </section>
  );
}
