import { data, href, type RouterContextProvider } from "react-router";
import { clientAddressContext, requestContext, servicesContext } from "#app/context.ts";
import { withNotice } from "#app/notices.ts";
import { reauthenticate } from "#app/reauthenticate.server.ts";
import { redirect } from "#app/redirects.ts";
import { authHeaders, cookieHeaders, requireSignedIn } from "#app/session.server.ts";
import { parseForm, textOf, textsOf } from "#lib/form.ts";
import { attemptLine } from "#shop/accounts/authentication-log.server.ts";
import { safePasskeyNameSchema } from "#shop/accounts/names.server.ts";
import { PASSKEYS_MAX } from "#shop/accounts/passkey.ts";
import { addPasskey, createPasskeyChallenge } from "#shop/accounts/passkey-sign-in.server.ts";
import {
  allowsPasskeys,
  listPasskeys,
  removePasskey,
  renamePasskey,
} from "#shop/accounts/passkeys.server.ts";
import type { PasskeyAnswer } from "./passkeys-section.tsx";
import { t } from "#messages/translate.ts";

/**
 * Adds, renames or removes a passkey. A new one takes two requests: the first verifies who is at the browser and returns
 * a challenge for it, the second brings the passkey that was made for that challenge.
 */
export async function changePasskeys(
  request: Request,
  context: Readonly<RouterContextProvider>,
  form: FormData,
) {
  const { db, auth, appUrl } = context.get(servicesContext);
  if (!allowsPasskeys(appUrl())) throw data(null, { status: 400 });
  const { account } = requireSignedIn(context);
  const id = textOf(form, "passkeyId");
  const answer = (passkeys: PasskeyAnswer, init?: ResponseInit) => data({ passkeys }, init);
  const done = (notice: "passkey-added" | "passkey-renamed" | "passkey-removed") =>
    redirect(withNotice(href("/account/security"), notice));
  switch (textOf(form, "intent")) {
    case "passkey-start": {
      const refused = await reauthenticate(request, context, textOf(form, "password"));
      if (refused)
        return answer({ passkeyId: null, errors: { password: refused.message } }, refused.init);
      const owned = await listPasskeys(db, account.id);
      if (owned.length >= PASSKEYS_MAX) {
        const password = t("account.passkeysTooMany", { max: PASSKEYS_MAX });
        return answer({ passkeyId: null, errors: { password } }, { status: 400 });
      }
      const headers = authHeaders(request, context);
      const { options, cookies } = await createPasskeyChallenge(auth, headers);
      return answer({ passkeyId: null, options }, { headers: cookieHeaders(cookies) });
    }
    case "passkey-add": {
      const made = textOf(form, "made");
      if (await addPasskey(auth, made, authHeaders(request, context))) throw done("passkey-added");
      const password = t("account.passkeyRefused");
      return answer({ passkeyId: null, errors: { password } }, { status: 400 });
    }
    case "passkey-rename": {
      const given = parseForm(safePasskeyNameSchema, textsOf(form, ["name"]));
      if (!given.ok)
        return answer({ passkeyId: id, nameError: given.error.name ?? "" }, { status: 400 });
      const { name } = given.value;
      if (!(await renamePasskey(db, { userId: account.id, id, name })))
        throw data(null, { status: 404 });
      throw done("passkey-renamed");
    }
    case "passkey-remove": {
      const refused = await reauthenticate(request, context, textOf(form, "password"));
      if (refused)
        return answer({ passkeyId: id, errors: { password: refused.message } }, refused.init);
      const from = context.get(clientAddressContext);
      const client = { userAgent: request.headers.get("user-agent"), ipAddress: from };
      if (!(await removePasskey(db, { account, id, client, now: new Date() })))
        throw data(null, { status: 404 });
      const attempt = {
        event: "passkey-removed",
        outcome: "succeeded",
        account: account.id,
      } as const;
      context.get(requestContext).log(attemptLine({ ...attempt, from }));
      throw done("passkey-removed");
    }
    default:
      throw data(null, { status: 400 });
  }
}
