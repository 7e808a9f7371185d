import { data } from "react-router";
import { servicesContext } from "#app/context.ts";
import { readForm } from "#app/form.server.ts";
import { withNotice } from "#app/notices.ts";
import { redirect } from "#app/redirects.ts";
import { authHeaders, cookiesOf, requireSignedIn } from "#app/session.server.ts";
import { reauthenticate } from "#app/reauthenticate.server.ts";
import { readVisitor } from "#app/visitor.server.ts";
import { textOf } from "#lib/form.ts";
import { isLastAdmin } from "#shop/accounts/admins.server.ts";
import { hasPassword } from "#shop/accounts/accounts.server.ts";
import { revokeAccessByEmail } from "#shop/orders/order-access.server.ts";
import type { Route } from "./+types/route";
import { Icon } from "#app/ui/icon.tsx";
import { DeleteAccount } from "./delete-account.tsx";
import { Setting } from "../shared/setting.tsx";
import { t } from "#messages/translate.ts";

export { headers } from "#app/limits.server.ts";

export const meta: Route.MetaFunction = () => [{ title: t("account.dataTitle") }];

export async function loader({ context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  return { hasPassword: await hasPassword(db, requireSignedIn(context).account.id) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { db, auth, secure } = context.get(servicesContext);
  const { account } = requireSignedIn(context);
  const form = await readForm(request);
  const invalid = (error: string) => data({ error }, { status: 400 });
  if (await isLastAdmin(db, account.id)) {
    return invalid(t("account.deleteLastOwner"));
  }
  const password = textOf(form, "password");
  // Checked here, because Better Auth skips the password while the session is fresh.
  const refused = await reauthenticate(request, context, password);
  if (refused) return data({ error: refused.message }, refused.init);
  const response = await auth.api.deleteUser({
    body: password ? { password } : {},
    headers: authHeaders(request, context),
    asResponse: true,
  });
  if (!response.ok) return invalid(t("account.deleteNotFresh"));
  // As after signing out, this browser no longer shows the orders.
  const visitorHash = await readVisitor(request, { secure });
  if (visitorHash) await revokeAccessByEmail(db, visitorHash, account.email);
  throw redirect(withNotice("/", "deleted"), { headers: cookiesOf(response) });
}

/** Data export and account deletion. */
export default function Data({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <Setting title={t("account.download")} about={t("account.downloadAbout")}>
        <div>
          <a className="btn btn--secondary" href="/account/export" download>
            <Icon name="download" />
            {t("account.download")}
          </a>
        </div>
      </Setting>
      <Setting title={t("account.delete")} about={t("account.deleteAbout")}>
        <DeleteAccount hasPassword={loaderData.hasPassword} error={actionData?.error ?? null} />
      </Setting>
    </>
  );
}
