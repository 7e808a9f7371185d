import { href, redirect } from "react-router";
import { servicesContext } from "#app/context.ts";
import { authHeaders, signedInOf } from "#app/session.server.ts";
import { confirmEmail } from "#shop/accounts/confirm-email.server.ts";
import type { Route } from "./+types/route";
import { ButtonLink } from "#app/ui/button.tsx";
import { SignInFrame } from "../shared/sign-in/frame.tsx";

export const meta: Route.MetaFunction = () => [{ title: "Confirm email address" }];

/** Opening the link consumes its token, so the result is shown at a URL without it, which can be reloaded. */
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
  if (loaderData.state === "ok") {
    return (
      <SignInFrame
        title="Email address confirmed"
        lead="Orders placed with this address now show in My Orders."
      >
        <ButtonLink to="/orders" variant="primary" block>
          My Orders
        </ButtonLink>
      </SignInFrame>
    );
  }
  return (
    <SignInFrame
      title="This link does not work"
      lead="Links work for a day. This one has expired, was already used or was not copied in full. You can request a new one from your account."
    >
      <ButtonLink to="/account" variant="primary" block>
        Go to your account
      </ButtonLink>
    </SignInFrame>
  );
}
