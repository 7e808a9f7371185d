import { data, href } from "react-router";
import { clientAddressContext, servicesContext } from "#app/context.ts";
import { logRefusedAttempt, secondsToWait } from "#app/limits.server.ts";
import { withNotice } from "#app/notices.ts";
import { redirect, redirectOutside } from "#app/redirects.ts";
import { cookiesOf, safeNext } from "#app/session.server.ts";
import { currentLanguage } from "#messages/current.server.ts";
import { pathIn } from "#messages/languages.ts";
import { referralCodeSchema } from "#shop/accounts/account.ts";
import { findReferrer } from "#shop/accounts/accounts.server.ts";
import { registrationByAddress, signInByAddress } from "#shop/limits/limits.server.ts";
import type { Route } from "./+types/route";

/** Redirects the browser or the popup to the provider, which returns to /signed-in or `next`. */
export async function loader({ request, context, params, url }: Route.LoaderArgs) {
  const { db, auth, socialProviders } = context.get(servicesContext);
  const provider = socialProviders.find((name) => name === params.provider);
  if (!provider) throw data(null, { status: 404 });

  const next = safeNext(url.searchParams.get("next"));
  // A link on another site must not start a sign-in, because a provider may not ask the person.
  if (request.headers.get("sec-fetch-site") === "cross-site")
    throw redirect(`${href("/login")}?next=${encodeURIComponent(next)}`);
  const popup = url.searchParams.has("popup");
  const from = context.get(clientAddressContext);
  const landing = `${href("/signed-in")}?provider=${provider}`;

  // Limited, because each attempt stores its OAuth state until it expires.
  if ((await secondsToWait(db, [{ limit: signInByAddress, who: from }], new Date())) > 0) {
    logRefusedAttempt(context, { event: "provider-sign-in", reason: "too-many-attempts" });
    throw redirect(`${landing}&result=too-many`);
  }

  // The referral code of the register screen; it applies if the sign-in creates an account.
  const code = referralCodeSchema.safeParse(url.searchParams.get("referralCode") ?? undefined);
  const referralCode = code.data ?? null;
  if (!code.success || referralCode !== null) {
    const limits = [{ limit: registrationByAddress, who: from }];
    if ((await secondsToWait(db, limits, new Date())) > 0)
      throw redirect(`${landing}&result=too-many`);
    if (referralCode === null || !(await findReferrer(db, referralCode)))
      throw redirect(`${landing}&result=unknown-code`);
  }
  // The provider returns to an address without a language.
  const language = currentLanguage();
  const landingHere = pathIn(language, landing);
  const nextHere = pathIn(language, next);
  const response = await auth.api.signInSocial({
    body: {
      provider,
      callbackURL: popup ? `${landingHere}&result=ok` : withNotice(nextHere, "signed-in"),
      newUserCallbackURL: popup
        ? `${landingHere}&result=ok&created=1`
        : withNotice(nextHere, "registered"),
      errorCallbackURL: `${landingHere}&result=error`,
      disableRedirect: true,
      additionalData: {
        language,
        ...(referralCode !== null && { referralCode }),
      },
    },
    headers: request.headers,
    asResponse: true,
  });
  const answer = (await response.json()) as { url?: string };
  if (!response.ok || !answer.url) throw redirect(`${landing}&result=error`);
  throw redirectOutside(answer.url, { headers: cookiesOf(response) });
}
