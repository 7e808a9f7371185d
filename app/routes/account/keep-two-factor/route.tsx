import { data, Form } from "react-router";
import { clientAddressContext, servicesContext } from "#app/context.ts";
import { readForm } from "#app/form.server.ts";
import { textOf } from "#lib/form.ts";
import { t } from "#messages/translate.ts";
import { keepTwoFactorByLink, readKeepLink } from "#shop/accounts/two-factor-removal.server.ts";
import type { Route } from "./+types/route";
import { ButtonLink } from "#app/ui/button.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { SignInFrame } from "../shared/sign-in/frame.tsx";

export const meta: Route.MetaFunction = () => [{ title: t("signIn.keepTwoFactorTitle") }];

/** Opening the link changes nothing, because mail programs open links by themselves. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const token = url.searchParams.get("token") ?? "";
  return { token, email: await readKeepLink(db, token) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { db } = context.get(servicesContext);
  const token = textOf(await readForm(request), "token");
  const ip = context.get(clientAddressContext);
  const isKept = await keepTwoFactorByLink(db, { token, ip, now: new Date() });
  return data({ isKept }, { status: isKept ? 200 : 400 });
}

/** The page of the link in the mail that two-factor authentication will be turned off. */
export default function KeepTwoFactor({ loaderData, actionData }: Route.ComponentProps) {
  const { token, email } = loaderData;
  if (actionData?.isKept)
    return (
      <SignInFrame title={t("signIn.twoFactorKept")} lead={t("signIn.twoFactorKeptText")}>
        <ButtonLink to="/forgot-password" variant="primary" block>
          {t("signIn.choosePassword")}
        </ButtonLink>
      </SignInFrame>
    );
  if (email === null)
    return (
      <SignInFrame title={t("signIn.linkBroken")} lead={t("signIn.keepLinkBroken")}>
        <ButtonLink to="/" variant="primary" block>
          {t("signIn.toShop")}
        </ButtonLink>
      </SignInFrame>
    );
  return (
    <SignInFrame
      title={t("signIn.keepTwoFactorHeading")}
      lead={t("signIn.keepTwoFactorText", { email })}
    >
      <Form
        method="post"
        action={`/keep-two-factor?token=${encodeURIComponent(token)}`}
        className="auth__form"
      >
        <input type="hidden" name="intent" value="keep-two-factor" />
        <input type="hidden" name="token" value={token} />
        <SubmitButton intent="keep-two-factor" variant="primary" block>
          {t("signIn.keepTwoFactor")}
        </SubmitButton>
      </Form>
    </SignInFrame>
  );
}
