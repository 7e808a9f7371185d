import {
  data,
  href,
  redirect,
  type ShouldRevalidateFunctionArgs,
  useActionData,
} from "react-router";
import { actorOf } from "#app/actor.server.ts";
import { servicesContext } from "#app/context.ts";
import { readForm } from "#app/form.server.ts";
import { withNotice } from "#app/notices.ts";
import { requireAdmin } from "#app/session.server.ts";
import { textOf } from "#lib/form.ts";
import { readApiKeyForm } from "#shop/api-keys/api-key.ts";
import { createApiKey, listApiKeys, revokeApiKey } from "#shop/api-keys/api-keys.server.ts";
import type { Route } from "./+types/route";
import { adminTitle } from "../shared/admin-title.ts";
import type { ApiKeysAnswer } from "./api-keys-form.ts";
import { ApiKeysView } from "./api-keys-view.tsx";

export const meta: Route.MetaFunction = ({ matches }) => adminTitle("API keys", matches);

export async function loader(args: Route.LoaderArgs) {
  requireAdmin(args);
  const { db } = args.context.get(servicesContext);
  return {
    keys: await listApiKeys(db, new Date()),
    adding: args.url.searchParams.has("new"),
  };
}

/** Also after a refusal: what was changed meanwhile is what has to be seen now. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs) {
  return args.defaultShouldRevalidate || args.actionStatus === 409;
}

export async function action(args: Route.ActionArgs) {
  requireAdmin(args);
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
      ? "Somebody has revoked this key already."
      : "There is no such key.";
  return data<ApiKeysAnswer>({ message }, { status: 409 });
}

type Values = Extract<ReturnType<typeof readApiKeyForm>, { ok: true }>["value"];

async function create(form: FormData, make: (values: Values) => ReturnType<typeof createApiKey>) {
  const read = readApiKeyForm(form);
  if (!read.ok) {
    const typed = {
      name: textOf(form, "name"),
      scopes: form.getAll("scopes").map(String),
      lifetime: textOf(form, "lifetime"),
    };
    return data<ApiKeysAnswer>({ typed, errors: read.error }, { status: 400 });
  }
  const made = await make(read.value);
  if (!made.ok) throw redirect("/");
  const { key, text } = made.value;
  // Nothing on the way, and no browser, keeps what is shown once.
  const headers = { "cache-control": "no-store" };
  return data<ApiKeysAnswer>({ created: { name: key.name, text } }, { headers });
}

export function headers({ actionHeaders, parentHeaders }: Route.HeadersArgs): Headers {
  const headers = new Headers(parentHeaders);
  const cache = actionHeaders.get("cache-control");
  if (cache !== null) headers.set("cache-control", cache);
  return headers;
}

export default function ApiKeysPage({ loaderData }: Route.ComponentProps) {
  const answer = useActionData<ApiKeysAnswer>();
  return <ApiKeysView {...loaderData} answer={answer} />;
}
