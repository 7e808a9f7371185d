import { data, Form } from "react-router";
import { servicesContext } from "#app/context.ts";
import { readForm } from "#app/form.server.ts";
import { textOf } from "#lib/form.ts";
import { readEmailChange, undoEmailChange } from "#shop/accounts/email-changes.server.ts";
import { requestPasswordReset } from "#shop/accounts/reset-password.server.ts";
import { reconcileUser } from "#shop/loyalty/loyalty.server.ts";
import type { Route } from "./+types/route";
import { ButtonLink } from "#app/ui/button.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { SignInFrame } from "../shared/sign-in/frame.tsx";

export const meta: Route.MetaFunction = () => [{ title: "Undo a change of your email" }];

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
        title="Your email is changed back"
        lead={`You sign in with ${actionData.email} again. Every browser is signed out, and the old password no longer works. We sent you a link to choose a new one.`}
      >
        <ButtonLink to="/login" variant="primary" block>
          Sign in
        </ButtonLink>
      </SignInFrame>
    );
  if (actionData?.state === "taken")
    return (
      <SignInFrame
        title="Another account now uses this address"
        lead="It was confirmed there after the change, so the change cannot be undone here. Please write to support."
      >
        <ButtonLink to="/" variant="primary" block>
          Go to the shop
        </ButtonLink>
      </SignInFrame>
    );
  if (email === null)
    return (
      <SignInFrame
        title="This link does not work"
        lead="Links work once, for 7 days. This one has expired, was already used or was not copied in full."
      >
        <ButtonLink to="/" variant="primary" block>
          Go to the shop
        </ButtonLink>
      </SignInFrame>
    );
  return (
    <SignInFrame
      title="Undo the change?"
      lead={`Your account gets the address ${email} back. Every browser is signed out, and we will send you a link to choose a new password.`}
    >
      <Form
        method="post"
        action={`/undo-email?token=${encodeURIComponent(token)}`}
        className="auth__form"
      >
        <input type="hidden" name="intent" value="undo-email" />
        <input type="hidden" name="token" value={token} />
        <SubmitButton intent="undo-email" variant="primary" block>
          Change it back
        </SubmitButton>
      </Form>
    </SignInFrame>
  );
}
