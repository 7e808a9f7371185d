import { data, Form } from "react-router";
import { servicesContext } from "#app/context.ts";
import { redirect } from "#app/redirects.ts";
import { cookieHeaders, signedInOf } from "#app/session.server.ts";
import { endVisitor, readVisitor, restoreVisitor } from "#app/visitor.server.ts";
import { t } from "#messages/translate.ts";
import { returnCreditAtSignOut } from "#shop/checkout/account-takings.server.ts";
import { hasAnyAccess, revokeAccessByEmail } from "#shop/orders/order-access.server.ts";
import type { Route } from "./+types/route";
import { ButtonLink } from "#app/ui/button.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { SignInFrame } from "../shared/sign-in/frame.tsx";

export const meta: Route.MetaFunction = () => [{ title: t("frame.signOut") }];

/**
 * Signs out, and ends the browser's access to orders: the next person at it must not see them. If it placed orders that
 * are not the account's, the page then asks whether to keep access to those.
 */
export async function action({ request, context, url }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const { db, auth, secure } = services;
  if (url.searchParams.has("keep"))
    throw redirect("/", { headers: cookieHeaders(await restoreVisitor(request, services)) });

  const signedIn = signedInOf(context);
  const account = signedIn?.account;
  const response = await auth.api.signOut({ headers: request.headers, asResponse: true });
  const cookies = response.headers.getSetCookie();
  const visitorHash = await readVisitor(request, services);
  if (signedIn)
    await returnCreditAtSignOut(db, {
      sessionId: signedIn.sessionId,
      visitorHash,
      now: new Date(),
    });
  if (visitorHash === null) throw redirect("/", { headers: cookieHeaders(cookies) });

  const hasOthers = account
    ? await revokeAccessByEmail(db, visitorHash, account.email)
    : await hasAnyAccess(db, visitorHash);
  cookies.push(...(await endVisitor(request, { secure, aside: hasOthers })));
  const headers = cookieHeaders(cookies);
  if (!hasOthers) throw redirect("/", { headers });
  return data({ signedOut: account !== undefined }, { headers });
}

export default function SignOut({ actionData }: Route.ComponentProps) {
  if (!actionData)
    return (
      <SignInFrame title={t("signIn.signOutQuestion")}>
        <Form method="post" action="/sign-out" className="auth__form">
          <input type="hidden" name="intent" value="sign-out" />
          <SubmitButton intent="sign-out" variant="primary" block>
            {t("frame.signOut")}
          </SubmitButton>
        </Form>
      </SignInFrame>
    );
  return (
    <SignInFrame
      title={t("signIn.signedOut")}
      lead={t(actionData.signedOut ? "signIn.otherOrdersHere" : "signIn.ordersHere")}
    >
      <Form method="post" action="/sign-out?keep" className="auth__form">
        <input type="hidden" name="intent" value="keep-orders" />
        <SubmitButton intent="keep-orders" block>
          {t("signIn.keepOrders")}
        </SubmitButton>
        <ButtonLink to="/" variant="primary" block>
          {t("signIn.done")}
        </ButtonLink>
      </Form>
    </SignInFrame>
  );
}
