import { data, href } from "react-router";
import { z } from "zod";
import { servicesContext } from "#app/context.ts";
import { readForm } from "#app/form.server.ts";
import { type NoticeName, withNotice } from "#app/notices.ts";
import { redirect } from "#app/redirects.ts";
import { actorOf, requireTeam } from "#app/session.server.ts";
import { parseForm, textOf, textsOf } from "#lib/form.ts";
import { type AccountChangeError, setRole } from "#shop/accounts/account-changes.server.ts";
import {
  type InvitationChangeError,
  invite,
  type InviteError,
  revokeInvitation,
  sendInvitationAgain,
} from "#shop/team/invitations.server.ts";
import { type InvitationValues, parseInvitation, teamRoles } from "#shop/team/team.ts";
import type { Route } from "./+types/route";
import type { TeamActionData } from "./invite-form.tsx";

const memberSchema = z.object({
  userId: z.string().min(1).max(100),
  seen: z.enum(teamRoles),
});
const roleSchema = memberSchema.extend({ role: z.enum(teamRoles) });

/** Invites a person, changes an invitation, a role, or ends somebody's access. */
export async function action(args: Route.ActionArgs) {
  requireTeam(args);
  const { db } = args.context.get(servicesContext);
  const form = await readForm(args.request);
  const who = { actor: actorOf(args.context), now: new Date() };
  switch (textOf(form, "intent")) {
    case "invite":
      return inviteBy(form, (values) => invite(db, { ...who, values }));
    case "send-again": {
      const sent = await sendInvitationAgain(db, { ...who, id: textOf(form, "id") });
      return answer(sent, "team-invited-again");
    }
    case "revoke": {
      const revoked = await revokeInvitation(db, { ...who, id: textOf(form, "id") });
      return answer(revoked, "team-invitation-revoked");
    }
    case "role": {
      const given = parseForm(roleSchema, form);
      if (!given.ok) throw data(null, { status: 400 });
      return answer(await setRole(db, { ...who, ...given.value }), "team-role-changed");
    }
    case "end": {
      const given = parseForm(memberSchema, form);
      if (!given.ok) throw data(null, { status: 400 });
      const ended = await setRole(db, { ...who, ...given.value, role: "customer" });
      return answer(ended, "team-access-ended");
    }
    default:
      throw data(null, { status: 400 });
  }
}

async function inviteBy(
  form: FormData,
  send: (values: InvitationValues) => ReturnType<typeof invite>,
) {
  const typed = textsOf(form, ["email", "role"]);
  const given = parseInvitation(form);
  if (!given.ok) return data<TeamActionData>({ typed, errors: given.error }, { status: 400 });
  const sent = await send(given.value);
  if (sent.ok) return answer(sent, "team-invited");
  const { error } = sent;
  if (error === "forbidden") throw redirect("/");
  const errors = { email: inviteErrors[error] };
  return data<TeamActionData>({ typed, errors }, { status: 409 });
}

type ChangeError = AccountChangeError | InvitationChangeError;
type Changed = { ok: true } | { ok: false; error: ChangeError };

function answer(changed: Changed, notice: NoticeName) {
  if (changed.ok) return redirect(withNotice(href("/admin/team"), notice));
  if (changed.error === "forbidden") throw redirect("/");
  return data<TeamActionData>({ message: changeErrors[changed.error] }, { status: 409 });
}

const inviteErrors: Record<Exclude<InviteError, "forbidden">, string> = {
  member: "This person is in the team already. Change the role below",
  blocked: "The account with this address is blocked. Unblock it under Customers first",
  open: "This address is invited already. You can send the invitation again below",
};

const changeErrors: Record<Exclude<ChangeError, "forbidden">, string> = {
  "not-found": "Someone changed this in the meantime. Here is the current state.",
  stale: "Someone changed this role in the meantime. Here is the current state.",
  unchanged: "This is already the case.",
  "last-administrator":
    "This is the only owner. Make someone else an owner first, or no one could change settings and the team.",
  yourself: "You cannot do this to yourself.",
  blocked: "This account is blocked. Unblock it under Customers first.",
  limited: "This address was sent five emails again within an hour. Please wait a while.",
};
