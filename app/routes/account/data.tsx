import { data, redirect } from "react-router";
import { servicesContext } from "#app/context.ts";
import { withNotice } from "#app/notices.ts";
import { cookiesOf, requireSignedIn } from "#app/session.server.ts";
import { textOf } from "#lib/form.ts";
import { hasPassword } from "#shop/accounts/accounts.server.ts";
import type { Route } from "./+types/data";
import { DataView } from "./account/data-view.tsx";

export const meta: Route.MetaFunction = () => [{ title: "Data · Account" }];

export async function loader({ context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  return { hasPassword: await hasPassword(db, requireSignedIn(context).account.id) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { db, auth } = context.get(servicesContext);
  const { account } = requireSignedIn(context);
  const form = await request.formData();
  const withPassword = await hasPassword(db, account.id);
  const response = await auth.api.deleteUser({
    body: withPassword ? { password: textOf(form, "password") } : {},
    headers: request.headers,
    asResponse: true,
  });
  if (!response.ok) {
    const error = withPassword
      ? "This is not your password"
      : "Please sign out and in again, then delete the account";
    return data({ error }, { status: 400 });
  }
  throw redirect(withNotice("/", "deleted"), { headers: cookiesOf(response) });
}

export default function Data({ loaderData, actionData }: Route.ComponentProps) {
  return <DataView hasPassword={loaderData.hasPassword} error={actionData?.error ?? null} />;
}
