import { servicesContext } from "#app/context.ts";
import type { Route } from "./+types/verify-email";
import { VerifyEmailView } from "./sign-in/verify-email-view.tsx";

export const meta: Route.MetaFunction = () => [{ title: "Confirm email address" }];

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const { auth } = context.get(servicesContext);
  const token = url.searchParams.get("token") ?? "";
  const response = await auth.api.verifyEmail({
    query: { token },
    headers: request.headers,
    asResponse: true,
  });
  return { state: response.ok ? ("ok" as const) : ("invalid" as const) };
}

export default function VerifyEmail({ loaderData }: Route.ComponentProps) {
  return <VerifyEmailView state={loaderData.state} />;
}
