import { href, redirect } from "react-router";
import { servicesContext } from "#app/context.ts";
import { authHeaders, signedInOf } from "#app/session.server.ts";
import { confirmEmail } from "#shop/accounts/confirm-email.server.ts";
import type { Route } from "./+types/route";
import { VerifyEmailView } from "./verify-email-view.tsx";

export const meta: Route.MetaFunction = () => [{ title: "Confirm email address" }];

/** A link is used up by opening it, so what it did is shown at an address without it, which may be loaded again. */
export async function loader({ request, context, url }: Route.LoaderArgs) {
  const { db, auth } = context.get(servicesContext);
  const account = signedInOf(context)?.account;
  if (!account) {
    throw redirect(`${href("/login")}?next=${encodeURIComponent(`${url.pathname}${url.search}`)}`);
  }
  const token = url.searchParams.get("token");
  if (token === null)
    return { state: account.emailVerified ? ("ok" as const) : ("invalid" as const) };
  const headers = authHeaders(request, context);
  if (!(await confirmEmail(db, auth, { token, account, headers, now: new Date() })))
    return { state: "invalid" as const };
  const rest = new URLSearchParams(url.searchParams);
  rest.delete("token");
  throw redirect(`${href("/verify-email")}${rest.size > 0 ? `?${rest}` : ""}`);
}

export default function VerifyEmail({ loaderData }: Route.ComponentProps) {
  return <VerifyEmailView state={loaderData.state} />;
}
