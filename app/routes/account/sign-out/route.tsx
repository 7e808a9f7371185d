import { data, Form, redirect } from "react-router";
import { servicesContext } from "#app/context.ts";
import { readForm } from "#app/form.server.ts";
import { cookiesOf, signedInOf } from "#app/session.server.ts";
import { readVisitor, readVisitorToken, visitorHeader } from "#app/visitor.server.ts";
import { textOf } from "#lib/form.ts";
import { revokeAccessByEmail } from "#shop/orders/order-access.server.ts";
import type { Route } from "./+types/route";
import { ButtonLink } from "#app/ui/button.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { SignInFrame } from "../shared/sign-in/frame.tsx";

export const meta: Route.MetaFunction = () => [{ title: "Sign out" }];

/**
 * Signs out, and ends the browser's access to orders: the next person at it must not see them. If it placed orders that
 * are not the account's, the page then asks whether to keep access to those.
 */
export async function action({ request, context, url }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  if (url.searchParams.has("keep")) {
    const visitor = textOf(await readForm(request), "visitor");
    const restored = await visitorHeader(visitor, services);
    throw redirect("/", { headers: { "set-cookie": restored } });
  }
  const account = signedInOf(context)?.account;
  const response = await services.auth.api.signOut({ headers: request.headers, asResponse: true });
  const headers = cookiesOf(response);
  const visitorHash = await readVisitor(request, services);
  if (!account || !visitorHash) throw redirect("/", { headers });

  headers.append("set-cookie", await visitorHeader(null, services));
  const others = await revokeAccessByEmail(services.db, visitorHash, account.email);
  if (!others) throw redirect("/", { headers });
  return data({ visitor: await readVisitorToken(request, services) }, { headers });
}

export default function SignOut({ actionData }: Route.ComponentProps) {
  if (!actionData)
    return (
      <SignInFrame title="Sign out?">
        <Form method="post" action="/sign-out" className="auth__form">
          <input type="hidden" name="intent" value="sign-out" />
          <SubmitButton intent="sign-out" variant="primary" block>
            Sign out
          </SubmitButton>
        </Form>
      </SignInFrame>
    );
  return (
    <SignInFrame
      title="You are signed out"
      lead="This browser also placed orders that are not in your account. It will no longer show them unless you keep them here."
    >
      <Form method="post" action="/sign-out?keep" className="auth__form">
        <input type="hidden" name="intent" value="keep-orders" />
        <input type="hidden" name="visitor" value={actionData.visitor ?? ""} />
        <SubmitButton intent="keep-orders" block>
          Keep this browser’s orders
        </SubmitButton>
        <ButtonLink to="/" variant="primary" block>
          Done
        </ButtonLink>
      </Form>
    </SignInFrame>
  );
}
