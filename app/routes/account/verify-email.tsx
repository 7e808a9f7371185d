import { href, redirect } from "react-router";
import { z } from "zod";
import { servicesContext } from "#app/context.ts";
import { authHeaders, signedInOf } from "#app/session.server.ts";
import type { Route } from "./+types/verify-email";
import { VerifyEmailView } from "./sign-in/verify-email-view.tsx";

export const meta: Route.MetaFunction = () => [{ title: "Confirm email address" }];

/**
 * The link alone confirms nothing: it is opened by whoever is signed in to the account. So nobody confirms
 * an account that somebody else opened with their address, by a mail they did not ask for.
 */
export async function loader({ request, context, url }: Route.LoaderArgs) {
  const { auth } = context.get(servicesContext);
  const signedIn = signedInOf(context);
  if (!signedIn) {
    throw redirect(`${href("/login")}?next=${encodeURIComponent(`${url.pathname}${url.search}`)}`);
  }
  const token = url.searchParams.get("token") ?? "";
  if (emailIn(token) !== signedIn.account.email) return { state: "invalid" as const };
  const response = await auth.api.verifyEmail({
    query: { token },
    headers: authHeaders(request, context),
    asResponse: true,
  });
  return { state: response.ok ? ("ok" as const) : ("invalid" as const) };
}

/** The account that the token is about; whether it is genuine is for Better Auth to say. */
function emailIn(token: string): string | null {
  try {
    const payload: unknown = JSON.parse(
      Buffer.from(token.split(".")[1] ?? "", "base64url").toString(),
    );
    return z.object({ email: z.string() }).parse(payload).email;
  } catch {
    return null;
  }
}

export default function VerifyEmail({ loaderData }: Route.ComponentProps) {
  return <VerifyEmailView state={loaderData.state} />;
}
