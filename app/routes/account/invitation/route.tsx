import { data, href } from "react-router";
import { clientAddressContext, servicesContext } from "#app/context.ts";
import { readForm } from "#app/form.server.ts";
import { logRefusedAttempt, secondsToWait, tooManyAttempts } from "#app/limits.server.ts";
import { withNotice } from "#app/notices.ts";
import { redirect } from "#app/redirects.ts";
import { signedInOf } from "#app/session.server.ts";
import { settingsOf } from "#app/shop-cache.server.ts";
import { type FieldErrors, parseForm, textOf, textsOf } from "#lib/form.ts";
import { t } from "#messages/translate.ts";
import { startPages } from "#shop/accounts/access.ts";
import type { TeamRole } from "#shop/accounts/account.ts";
import { safeInvitedAccountSchema } from "#shop/accounts/common-passwords.server.ts";
import { invitationByAddress } from "#shop/limits/limits.server.ts";
import { reconcileUser } from "#shop/loyalty/loyalty.server.ts";
import {
  acceptInvitation,
  acceptWithPassword,
  readInvitation,
} from "#shop/team/accept-invitation.server.ts";
import type { Route } from "./+types/route";
import { withNext } from "../shared/sign-in/form.tsx";
import { EndedInvitation, type InvitationField, InvitationView } from "./invitation-view.tsx";

export { headers } from "#app/limits.server.ts";

export const meta: Route.MetaFunction = () => [{ title: t("signIn.invitation") }];

/** Opening the link changes nothing, because mail programs open links by themselves. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const token = url.searchParams.get("token") ?? "";
  const invitation = await readInvitation(db, { token, now: new Date() });
  if (!invitation) {
    const wait = await secondsToWait(db, attemptsOf(context), new Date());
    const { init } = tooManyAttempts(wait);
    return wait > 0 ? data({ invitation }, init) : { invitation };
  }
  const current = signedInOf(context)?.account.email ?? null;
  return { invitation: { ...invitation, current, token } };
}

interface RefusedAnswer {
  values?: Partial<Record<"name", string>>;
  errors?: FieldErrors<InvitationField>;
  error?: string;
}

/** Accepts the invitation: with the account that is signed in, or by choosing name and password. */
export async function action({ request, context }: Route.ActionArgs) {
  const { db, auth } = context.get(servicesContext);
  const form = await readForm(request);
  const link = { token: textOf(form, "token"), now: new Date() };
  const ip = context.get(clientAddressContext);
  const wait = await secondsToWait(db, attemptsOf(context), link.now);
  if (wait > 0) {
    logRefusedAttempt(context, { event: "invitation", reason: "too-many-attempts" });
    const { message, init } = tooManyAttempts(wait);
    return data<RefusedAnswer>({ error: message }, init);
  }
  const ownPath = `${href("/invitation")}?token=${encodeURIComponent(link.token)}`;
  const account = signedInOf(context)?.account;
  if (account) {
    const accepted = await acceptInvitation(db, { ...link, userId: account.id, ip });
    // The page says why.
    throw redirect(accepted.ok ? startPath(accepted.value) : ownPath);
  }
  const invitation = await readInvitation(db, link);
  if (!invitation || invitation.hasAccount) throw redirect(ownPath);
  const { shopName } = await settingsOf(context);
  const schema = safeInvitedAccountSchema({ shopName, email: invitation.email });
  const values = textsOf(form, ["name"]);
  const given = parseForm(schema, {
    ...values,
    ...textsOf(form, ["password", "confirmPassword"]),
  });
  if (!given.ok) return data<RefusedAnswer>({ values, errors: given.error }, { status: 400 });
  const { name, password } = given.value;
  const hash = await (await auth.$context).password.hash(password);
  const accepted = await acceptWithPassword(db, { ...link, name, hash, ip });
  if (!accepted.ok) throw redirect(ownPath);
  const { userId, role } = accepted.value;
  await reconcileUser(db, userId, link.now);
  throw redirect(startPath(role));
}

function attemptsOf(context: Route.LoaderArgs["context"]) {
  return [{ limit: invitationByAddress, who: context.get(clientAddressContext) }];
}

/** Returns the sign-in page, which leads to the first page of this role. */
function startPath(role: TeamRole): string {
  return withNotice(withNext(href("/login"), startPages[role]), "team-joined");
}

export default function InvitationPage({ loaderData, actionData }: Route.ComponentProps) {
  const { invitation } = loaderData;
  if (!invitation) return <EndedInvitation />;
  return <InvitationView invitation={invitation} {...actionData} />;
}
