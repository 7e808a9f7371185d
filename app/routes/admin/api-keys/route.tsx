import { useEffect, useRef } from "react";
import { data, href, type ShouldRevalidateFunctionArgs, useActionData } from "react-router";
import { redirect } from "#app/redirects.ts";
import { actorOf, requireTeam } from "#app/session.server.ts";
import { servicesContext } from "#app/context.ts";
import { readForm } from "#app/form.server.ts";
import { withNotice } from "#app/notices.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { CopyButton } from "#app/ui/copy-button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { textOf, textsOf } from "#lib/form.ts";
import { parseApiKeyForm } from "#shop/api-keys/api-key.ts";
import { createApiKey, listApiKeys, revokeApiKey } from "#shop/api-keys/api-keys.server.ts";
import type { Route } from "./+types/route";
import { adminTitle } from "#app/root-data.ts";
import { type ApiKeysActionData, KeyForm, NEW_LINK_ID } from "./key-form.tsx";
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

/** Revalidates after a conflict (409) as well, to show what has changed in the meantime. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs) {
  return args.defaultShouldRevalidate || args.actionStatus === 409;
}

export async function action(args: Route.ActionArgs) {
  requireTeam(args);
  const { db, mode } = args.context.get(servicesContext);
  const form = await readForm(args.request);
  const intent = textOf(form, "intent");
  const who = { actor: actorOf(args.context), now: new Date() };
  if (intent === "create")
    return create(form, (values) => createApiKey(db, { ...who, values, mode }));
  if (intent !== "revoke") throw data(null, { status: 400 });
  const revoked = await revokeApiKey(db, { ...who, id: textOf(form, "id") });
  if (revoked.ok) return redirect(withNotice(href("/admin/api-keys"), "api-key-revoked"));
  if (revoked.error === "forbidden") throw redirect("/");
  const message =
    revoked.error === "unchanged"
      ? "Someone has already revoked this key."
      : "There is no such key.";
  return data<ApiKeysActionData>({ message }, { status: 409 });
}

type Values = Extract<ReturnType<typeof parseApiKeyForm>, { ok: true }>["value"];

async function create(form: FormData, make: (values: Values) => ReturnType<typeof createApiKey>) {
  const read = parseApiKeyForm(form);
  if (!read.ok) {
    const typed = {
      ...textsOf(form, ["name", "lifetime"]),
      scopes: form.getAll("scopes").map(String),
    };
    return data<ApiKeysActionData>({ typed, errors: read.error }, { status: 400 });
  }
  const made = await make(read.value);
  if (!made.ok) throw redirect("/");
  const { key, text } = made.value;
  // The key is shown once: neither proxies nor the browser may cache it.
  const headers = { "cache-control": "no-store" };
  return data<ApiKeysActionData>({ created: { name: key.name, text } }, { headers });
}

export function headers({ actionHeaders, parentHeaders }: Route.HeadersArgs): Headers {
  const headers = new Headers(parentHeaders);
  const cache = actionHeaders.get("cache-control");
  if (cache !== null) headers.set("cache-control", cache);
  return headers;
}

/** Lists the API keys, with the form for a new one. */
export default function ApiKeysPage({ loaderData }: Route.ComponentProps) {
  const { keys, adding } = loaderData;
  const actionData = useActionData<ApiKeysActionData>();
  const created = actionData?.created;
  const open = (adding || actionData?.errors !== undefined) && !created;
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
      {actionData?.message && (
        <Notice tone="pending" role="alert" className="api-keys__notice">
          {actionData.message} Here is the current state.
        </Notice>
      )}
      {created && <NewKey key={created.text} {...created} />}
      {open && <KeyForm typed={actionData?.typed} errors={actionData?.errors} />}
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

/** Shows the new key once: only its digest is stored. */
function NewKey({ name, text }: { name: string; text: string }) {
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
