import { data, href, redirect } from "react-router";
import { servicesContext } from "#app/context.ts";
import { withNotice } from "#app/notices.ts";
import { cookiesOf, safeNext } from "#app/session.server.ts";
import type { Route } from "./+types/sign-in-with";

/** Sends the browser, or the popup, to the provider; it comes back to /signed-in, or to `next`. */
export async function loader({ request, context, params, url }: Route.LoaderArgs) {
  const { auth, socialProviders } = context.get(servicesContext);
  const provider = socialProviders.find((name) => name === params.provider);
  if (!provider) throw data(null, { status: 404 });

  const next = safeNext(url.searchParams.get("next"));
  const popup = url.searchParams.has("popup");
  const landing = `${href("/signed-in")}?provider=${provider}`;
  const response = await auth.api.signInSocial({
    body: {
      provider,
      callbackURL: popup ? `${landing}&result=ok` : withNotice(next, "signed-in"),
      newUserCallbackURL: popup ? `${landing}&result=ok&created=1` : withNotice(next, "registered"),
      errorCallbackURL: `${landing}&result=error${popup ? "" : "&tab=1"}`,
      disableRedirect: true,
    },
    headers: request.headers,
    asResponse: true,
  });
  const answer = (await response.json()) as { url?: string };
  if (!response.ok || !answer.url) throw redirect(`${landing}&result=error`);
  throw redirect(answer.url, { headers: cookiesOf(response) });
}
