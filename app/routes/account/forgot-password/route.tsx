import { data } from "react-router";
import { clientAddressContext, servicesContext } from "#app/context.ts";
import { readForm } from "#app/form.server.ts";
import { secondsToWait } from "#app/limits.server.ts";
import { parseForm, textsOf } from "#lib/form.ts";
import { emailSchema } from "#shop/accounts/account.ts";
import { mailByAccount, mailByAddress } from "#shop/limits/limits.server.ts";
import type { Route } from "./+types/route";
import { ForgotPasswordView } from "./forgot-password-view.tsx";

export const meta: Route.MetaFunction = () => [{ title: "Forgot password" }];

export async function action({ request, context }: Route.ActionArgs) {
  const { db, auth } = context.get(servicesContext);
  const form = await readForm(request);
  const values = textsOf(form, ["email"]);
  const given = parseForm(emailSchema, values);
  if (!given.ok) return data({ values, errors: given.error, sent: false }, { status: 400 });

  const now = new Date();
  const limits = [
    { limit: mailByAddress, who: context.get(clientAddressContext) },
    { limit: mailByAccount, who: given.value.email },
  ];
  // Beyond the limit no mail goes out, and the answer stays the same: it says nothing about the account.
  if ((await secondsToWait(db, limits, now)) === 0) {
    await auth.api.requestPasswordReset({
      body: { email: given.value.email },
      headers: request.headers,
    });
  }
  return { values, errors: {}, sent: true };
}

export default function ForgotPassword({ actionData }: Route.ComponentProps) {
  return (
    <ForgotPasswordView
      sent={actionData?.sent ?? false}
      values={actionData?.values}
      errors={actionData?.errors}
    />
  );
}
