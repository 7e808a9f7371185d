import { data, href } from "react-router";
import { z } from "zod";
import { act, atField, type Given, leadTo, officeAction } from "#app/office/acts.server.ts";
import { parseForm, textOf } from "#lib/form.ts";
import { setRole } from "#shop/team/account-changes.server.ts";
import { invite, revokeInvitation, sendInvitationAgain } from "#shop/team/invitations.server.ts";
import { invitationFields, roleFields, teamRoles } from "#shop/team/team.ts";

const teamPath = href("/admin/team");

const memberSchema = z.object({ userId: z.string().min(1).max(100), seen: z.enum(teamRoles) });

/** Returns whom a form is about, with the role that its page showed. */
function memberIn({ form, who }: Given) {
  const read = parseForm(memberSchema, form);
  if (!read.ok) throw data(null, { status: 400 });
  return { ...read.value, ...who };
}

const refusedChange = {
  stale: "Someone changed this role in the meantime. Here is the current state.",
  "not-found": "Someone changed this in the meantime. Here is the current state.",
  unchanged: "This is already the case.",
  "last-administrator":
    "This is the only owner. Make someone else an owner first, or no one could change settings and the team.",
  yourself: "You cannot do this to yourself.",
  blocked: "This account is blocked. Unblock it under Customers first.",
};

/** Invites a person, changes an invitation, a role, or ends somebody's access. */
export const action = officeAction({
  invite: act({
    fields: invitationFields,
    run: ({ services: { db }, who }, values) => invite(db, { ...who, values }),
    done: () => leadTo(teamPath, "team-invited"),
    refused: atField("email", {
      member: "This person is in the team already. Change the role below",
      blocked: "The account with this address is blocked. Unblock it under Customers first",
      open: "This address is invited already. You can send the invitation again below",
    }),
  }),
  "send-again": act({
    run: ({ services: { db }, who, form }) =>
      sendInvitationAgain(db, { ...who, id: textOf(form, "id") }),
    done: () => leadTo(teamPath, "team-invited-again"),
    refused: {
      "not-found": refusedChange["not-found"],
      limited: "This address was sent five emails again within an hour. Please wait a while.",
    },
  }),
  revoke: act({
    run: ({ services: { db }, who, form }) =>
      revokeInvitation(db, { ...who, id: textOf(form, "id") }),
    done: () => leadTo(teamPath, "team-invitation-revoked"),
    refused: { "not-found": refusedChange["not-found"] },
  }),
  role: act({
    fields: roleFields,
    run: (given, { role }) => setRole(given.services.db, { ...memberIn(given), role }),
    done: () => leadTo(teamPath, "team-role-changed"),
    refused: refusedChange,
  }),
  end: act({
    run: (given) => setRole(given.services.db, { ...memberIn(given), role: "customer" }),
    done: () => leadTo(teamPath, "team-access-ended"),
    refused: refusedChange,
  }),
});
