import { ACCOUNT_BLOCKED } from "#shop/accounts/blocking.server.ts";
import type { Route } from "./+types/route";
import type { SignInResult } from "#app/routes/account/shared/sign-in/sign-in-message.ts";
import { SignedInView } from "./signed-in-view.tsx";

export const meta: Route.MetaFunction = () => [{ title: "Signing in" }];

/** Where the popup lands: tells the page that opened it how it went, and closes. */
export function loader({ url }: Route.LoaderArgs) {
  const provider =
    url.searchParams.get("provider") === "facebook" ? ("facebook" as const) : ("google" as const);
  return {
    provider,
    result: resultOf(url.searchParams),
    created: url.searchParams.has("created"),
  };
}

function resultOf(search: URLSearchParams): SignInResult {
  const error = search.get("error");
  if (error === "access_denied") return "refused";
  if (error === ACCOUNT_BLOCKED) return "blocked";
  const result = search.get("result");
  return (["ok", "unknown-code", "too-many"] as const).find((one) => one === result) ?? "error";
}

export default function SignedIn({ loaderData }: Route.ComponentProps) {
  return <SignedInView {...loaderData} />;
}
