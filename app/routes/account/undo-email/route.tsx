import { data, Form } from "react-router";
import { servicesContext } from "#app/context.ts";
import { readForm } from "#app/form.server.ts";
import { textOf } from "#lib/form.ts";
import { t } from "#messages/translate.ts";
import { readEmailChange, undoEmailChange } from "#shop/accounts/email-changes.server.ts";
import { requestPasswordReset } from "#shop/accounts/reset-password.server.ts";
import { reconcileUser } from "#shop/loyalty/loyalty.server.ts";
import type { Route } from "./+types/route";
import { ButtonLink } from "#app/ui/button.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { SignInFrame } from "../shared/sign-in/frame.tsx";

export const meta: Route.MetaFunction = () => [{ title: t("signIn.undoEmailTitle") }];

/** Opening the link changes nothing, because mail programs open links by themselves. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const token = url.searchParams.get("token") ?? "";
  return { token, email: await readEmailChange(db, token, new Date()) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { db } = context.get(servicesContext);
  const token = textOf(await readForm(request), "token");
  const now = new Date();
  const undone = await undoEmailChange(db, token, now);
  if (!undone.ok) return data({ state: undone.error, email: null }, { status: 400 });
  const { userId, email } = undone.value;
  // Orders count for the account with their address.
  await reconcileUser(db, userId, now);
  await requestPasswordReset(db, email, now);
  return data({ state: "undone" as const, email });
}

/** The page of the link in the mail to the previous address of an account. */
export default function UndoEmail({ loaderData, actionData }: Route.ComponentProps) {
  const { token, email } = loaderData;
  if (actionData?.state === "undone")
    return (
      <SignInFrame
        title={t("signIn.emailChangedBack")}
        lead={t("signIn.emailChangedBackText", { email: actionData.email })}
      >
        <ButtonLink to="/login" variant="primary" block>
          {t("signIn.signIn")}
        </ButtonLink>
      </SignInFrame>
    );
  if (actionData?.state === "taken")
    return (
      <SignInFrame title={t("signIn.emailNowTaken")} lead={t("signIn.emailNowTakenText")}>
        <ButtonLink to="/" variant="primary" block>
          {t("signIn.toShop")}
        </ButtonLink>
      </SignInFrame>
    );
  if (email === null)
    return (
      <SignInFrame title={t("signIn.linkBroken")} lead={t("signIn.undoLinkBroken")}>
        <ButtonLink to="/" variant="primary" block>
          {t("signIn.toShop")}
        </ButtonLink>
      </SignInFrame>
    );
  return (
    <SignInFrame title={t("signIn.undoEmail")} lead={t("signIn.undoEmailText", { email })}>
      <Form
        method="post"
        action={`/undo-email?token=${encodeURIComponent(token)}`}
        className="auth__form"
      >
        <input type="hidden" name="intent" value="undo-email" />
        <input type="hidden" name="token" value={token} />
        <SubmitButton intent="undo-email" variant="primary" block>
          {t("signIn.changeBack")}
        </SubmitButton>
      </Form>
    </SignInFrame>
  );
}
