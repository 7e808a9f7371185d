import { data, href, redirect } from "react-router";
import { servicesContext } from "#app/context.ts";
import { readForm } from "#app/form.server.ts";
import { withNotice } from "#app/notices.ts";
import { firstErrors } from "#lib/field-errors.ts";
import { textOf } from "#lib/form.ts";
import { newPasswordSchema } from "#shop/accounts/account.ts";
import type { Route } from "./+types/reset-password";
import { ResetPasswordView } from "./sign-in/reset-password-view.tsx";

export const meta: Route.MetaFunction = () => [{ title: "Choose a new password" }];

export function loader({ url }: Route.LoaderArgs) {
  return { token: url.searchParams.get("token") ?? "" };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { auth } = context.get(servicesContext);
  const form = await readForm(request);
  const given = newPasswordSchema.safeParse({
    password: textOf(form, "password"),
    confirmPassword: textOf(form, "confirmPassword"),
  });
  if (!given.success)
    return data({ errors: firstErrors(given.error), invalid: false }, { status: 400 });
  const response = await auth.api.resetPassword({
    body: { newPassword: given.data.password, token: textOf(form, "token") },
    headers: request.headers,
    asResponse: true,
  });
  if (!response.ok) return data({ errors: {}, invalid: true }, { status: 400 });
  throw redirect(withNotice(href("/login"), "password-saved"));
}

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <ResetPasswordView
      token={loaderData.token}
      errors={actionData?.errors}
      invalid={actionData?.invalid ?? loaderData.token === ""}
    />
  );
}
