import { href, Link } from "react-router";
import { ConfirmAct } from "#app/office/confirm-act.tsx";
import { Dot } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { type Column, RowActions, Table, TwoLines } from "#app/ui/table.tsx";
import { Time } from "#app/ui/time.tsx";
import { roleNames } from "#shop/accounts/account.ts";
import type { TeamMember } from "#shop/team/team.ts";

/** Everybody with a role in the back office. */
export function MemberTable({ members, you }: { members: readonly TeamMember[]; you: string }) {
  return (
    <Table label="Team" rows={members} keyOf={({ userId }) => userId} columns={columnsFor(you)} />
  );
}

const columnsFor = (you: string): Column<TeamMember>[] => [
  {
    head: "Name",
    phone: "top",
    cell: ({ userId, name, email }) => (
      <TwoLines under={email}>
        <Link className="link" to={href("/admin/customers/:email", { email: email.toLowerCase() })}>
          {name}
        </Link>{" "}
        {userId === you && <span className="tag">You</span>}
      </TwoLines>
    ),
  },
  { head: "Role", phone: "top-end", cell: ({ role }) => roleNames[role] },
  {
    head: "Second factor",
    phone: "middle",
    cell: ({ twoFactor, twoFactorOffAt }) => (
      <span className="team__factor">
        <Dot tone={twoFactor ? "completed" : "pending"} />
        <span>
          {/* On phones there is no head to say what this is. */}
          <span className="team__unit">Second factor: </span>
          {twoFactor ? "On" : "Off"}
          {twoFactorOffAt && (
            <>
              , app until <Time value={twoFactorOffAt} format="short" />
            </>
          )}
        </span>
      </span>
    ),
  },
  {
    head: "Last seen",
    muted: true,
    phone: "middle-end",
    cell: ({ lastSeenAt }) =>
      lastSeenAt ? (
        <>
          <span className="team__unit">Seen </span>
          <Time value={lastSeenAt} format="short" />
        </>
      ) : (
        "Not yet seen"
      ),
  },
  {
    head: "Since",
    muted: true,
    wideOnly: true,
    phone: "hidden",
    cell: ({ since }) => <Time value={since} format="date" />,
  },
  {
    head: "What to do",
    headHidden: true,
    end: true,
    cell: (member) => <MemberActions member={member} isYou={member.userId === you} />,
  },
];

function MemberActions({ member, isYou }: { member: TeamMember; isYou: boolean }) {
  const { userId, name, role } = member;
  return (
    <RowActions>
      <ButtonLink
        to={`${href("/admin/team")}?role=${encodeURIComponent(userId)}`}
        size="sm"
        aria-label={`Change the role of ${name}`}
      >
        Change role
      </ButtonLink>
      <ConfirmAct
        size="sm"
        name={`End access: ${name}`}
        title={isYou ? "End your own access?" : `End the access of ${name}?`}
        question={
          isYou
            ? "You are signed out everywhere at once and can no longer open the back office. Your API keys and the invitations that you sent end, too."
            : "They are signed out everywhere at once, and what they have open gets nothing more. Their API keys and the invitations that they sent end, too. The account stays, as a customer's."
        }
        confirm="End access"
        action={href("/admin/team")}
        intent="end"
        values={{ userId, seen: role }}
      >
        End access
      </ConfirmAct>
    </RowActions>
  );
}
