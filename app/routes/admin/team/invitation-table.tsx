import { href } from "react-router";
import { ActButton } from "#app/office/act-button.tsx";
import { ConfirmAct } from "#app/office/confirm-act.tsx";
import { type Column, RowActions, Table, TwoLines } from "#app/ui/table.tsx";
import { Time } from "#app/ui/time.tsx";
import { roleNames } from "#shop/accounts/account.ts";
import type { Invitation } from "#shop/team/team.ts";

/** The invitations that were neither accepted nor revoked, also expired ones. */
export function InvitationTable({ invitations }: { invitations: readonly Invitation[] }) {
  return <Table label="Invitations" rows={invitations} keyOf={({ id }) => id} columns={columns} />;
}

const columns: Column<Invitation>[] = [
  {
    head: "Email",
    phone: "top",
    cell: ({ email, invitedBy, invitedAt }) => (
      <TwoLines
        under={
          <>
            by {invitedBy}, <Time value={invitedAt} format="date" />
          </>
        }
      >
        {email}
      </TwoLines>
    ),
  },
  { head: "Role", phone: "top-end", cell: ({ role }) => roleNames[role] },
  {
    head: "Works until",
    muted: true,
    phone: "middle",
    cell: ({ expiresAt, expired }) => (
      <>
        {expired ? "Ended " : <span className="team__unit">Works until </span>}
        <Time value={expiresAt} format="short" />
      </>
    ),
  },
  {
    head: "What to do",
    headHidden: true,
    end: true,
    cell: (invitation) => <InvitationActions {...invitation} />,
  },
];

function InvitationActions({ id, email }: Pick<Invitation, "id" | "email">) {
  return (
    <RowActions>
      <ActButton
        size="sm"
        name={`Send the invitation to ${email} again`}
        action={href("/admin/team")}
        intent="send-again"
        values={{ id }}
      >
        Send again
      </ActButton>
      <ConfirmAct
        size="sm"
        name={`Revoke: ${email}`}
        title={`Revoke the invitation of ${email}?`}
        question="The link in the email stops working at once."
        confirm="Revoke"
        action={href("/admin/team")}
        intent="revoke"
        values={{ id }}
      >
        Revoke
      </ConfirmAct>
    </RowActions>
  );
}
