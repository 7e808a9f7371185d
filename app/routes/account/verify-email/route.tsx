import { data, Form, href } from "react-router";
import { servicesContext } from "#app/context.ts";
import { readForm } from "#app/form.server.ts";
import { redirect } from "#app/redirects.ts";
import { requireSignedIn, signedInOf } from "#app/session.server.ts";
import { textOf } from "#lib/form.ts";
import { pathOf } from "#messages/languages.ts";
import { rich, t } from "#messages/translate.ts";
import { readEmailLink } from "#shop/accounts/confirm-email.server.ts";
import type { Route } from "./+types/route";
import { ButtonLink } from "#app/ui/button.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { SignInFrame } from "../shared/sign-in/frame.tsx";

export const meta: Route.MetaFunction = () => [{ title: t("signIn.confirmEmailTitle") }];

/** Opening the link changes nothing, because mail programs open links by themselves, and a stranger may send one. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const account = signedInOf(context)?.account;
  if (!account) {
    throw redirect(`${href("/login")}?next=${encodeURIComponent(pathOf(url))}`);
  }
  const token = url.searchParams.get("token");
  const current = account.email;
  if (token === null)
    return { state: account.emailVerified ? ("ok" as const) : ("invalid" as const), current };
  const email = await readEmailLink(db, { token, userId: account.id, now: new Date() });
  return email === null
    ? { state: "invalid" as const, current }
    : { state: "open" as const, current, email, token };
}

/** The result is shown at a URL without the token, which can be reloaded. */
export async function action({ request, context }: Route.ActionArgs) {
  const { auth } = context.get(servicesContext);
  const { account } = requireSignedIn(context);
  const token = textOf(await readForm(request), "token");
  const state = await auth.api.confirmMailedEmail({ body: { token, userId: account.id } });
  if (state === "confirmed") throw redirect(href("/verify-email"));
  return data({ state }, { status: 400 });
}

export default function VerifyEmail({ loaderData, actionData }: Route.ComponentProps) {
  const state = actionData?.state ?? loaderData.state;
  if (state === "ok")
    return (
      <SignInFrame title={t("signIn.emailConfirmed")} lead={t("signIn.emailConfirmedText")}>
        <ButtonLink to="/orders" variant="primary" block>
          {t("signIn.myOrders")}
        </ButtonLink>
      </SignInFrame>
    );
  if (state === "open" && loaderData.state === "open") return <ConfirmForm link={loaderData} />;
  return (
    <SignInFrame
      title={t(state === "taken" ? "signIn.emailTaken" : "signIn.linkBroken")}
      lead={t(state === "taken" ? "signIn.emailTakenText" : "signIn.emailLinkBroken")}
    >
      <ButtonLink to="/account" variant="primary" block>
        {t("signIn.toAccount")}
      </ButtonLink>
    </SignInFrame>
  );
}

interface ConfirmFormProps {
  link: { token: string; current: string; email: string };
}

/** Shows the address that the link confirms, or changes to, with the button that does it. */
function ConfirmForm({ link: { token, current, email } }: ConfirmFormProps) {
  const isChange = email !== current;
  return (
    <SignInFrame
      title={t(isChange ? "signIn.changeEmail" : "signIn.confirmEmail")}
      lead={
        isChange
          ? rich("signIn.changeEmailText", { current, email, b: <b /> })
          : rich("signIn.confirmEmailText", { email, b: <b /> })
      }
    >
      <Form
        method="post"
        action={`/verify-email?token=${encodeURIComponent(token)}`}
        className="auth__form"
      >
        <input type="hidden" name="intent" value="verify-email" />
        <input type="hidden" name="token" value={token} />
        <SubmitButton intent="verify-email" variant="primary" block>
          {t(isChange ? "signIn.changeMyEmail" : "signIn.confirmAddress")}
        </SubmitButton>
      </Form>
    </SignInFrame>
  );
}
