import type { Route } from "./+types/signed-in";
import { SignedInView } from "./sign-in/signed-in-view.tsx";

export const meta: Route.MetaFunction = () => [{ title: "Signing in" }];

/** Where the popup lands: tells the page that opened it how it went, and closes. */
export function loader({ url }: Route.LoaderArgs) {
  const result = url.searchParams.get("result") === "ok" ? ("ok" as const) : ("error" as const);
  const provider =
    url.searchParams.get("provider") === "facebook" ? ("facebook" as const) : ("google" as const);
  return {
    provider,
    result: url.searchParams.get("error") === "access_denied" ? ("refused" as const) : result,
    created: url.searchParams.has("created"),
  };
}

export default function SignedIn({ loaderData }: Route.ComponentProps) {
  return <SignedInView {...loaderData} />;
}
