import { href } from "react-router";
import { servicesContext } from "#app/context.ts";
import { useAnswer } from "#app/office/answer.ts";
import { AnswerNotice } from "#app/office/answer-notice.tsx";
import { EditForm } from "#app/office/edit-form.tsx";
import { adminTitle } from "#app/root-data.ts";
import { requireTeam } from "#app/session.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { listInvitations, listTeam } from "#shop/team/team.server.ts";
import { invitationFields, roleFields } from "#shop/team/team.ts";
import type { Route } from "./+types/route";
import { action } from "./action.server.ts";
import { InvitationTable } from "./invitation-table.tsx";
import { MemberTable } from "./member-table.tsx";
import "./team.css";

export { action };

const teamPath = href("/admin/team");

/** The id of the link that opens the form of an invitation, which gets the focus back. */
const INVITE_LINK_ID = "invite";

export const meta: Route.MetaFunction = ({ matches }) => adminTitle("Team", matches);

export async function loader(args: Route.LoaderArgs) {
  const { account } = requireTeam(args);
  const { db } = args.context.get(servicesContext);
  const { searchParams } = args.url;
  const [members, invitations] = await Promise.all([listTeam(db), listInvitations(db, new Date())]);
  return {
    members,
    invitations,
    you: account.id,
    inviting: searchParams.has("invite"),
    changed: members.find(({ userId }) => userId === searchParams.get("role")) ?? null,
  };
}

/** Lists who has a role in the back office, and the open invitations. */
export default function TeamPage({ loaderData }: Route.ComponentProps) {
  const { members, invitations, you, inviting, changed } = loaderData;
  const answer = useAnswer<typeof action>();
  return (
    <>
      <PageHead
        title="Team"
        actions={
          <ButtonLink
            id={INVITE_LINK_ID}
            to={`${teamPath}?invite`}
            variant="primary"
            preventScrollReset
          >
            <Icon name="plus" />
            Invite
          </ButtonLink>
        }
      >
        Who may open the back office, and as what.
      </PageHead>
      <AnswerNotice answer={answer} />
      {inviting && (
        <EditForm
          title="Invite to the team"
          intent="invite"
          fields={invitationFields}
          answer={answer}
          submit="Send invitation"
          action={`${teamPath}?invite`}
          cancelTo={teamPath}
          openerId={INVITE_LINK_ID}
        />
      )}
      {changed && (
        <EditForm
          key={changed.userId}
          title={changed.userId === you ? "Change your role" : `Change the role of ${changed.name}`}
          intent="role"
          fields={roleFields}
          values={{ userId: changed.userId, seen: changed.role }}
          stored={{ role: changed.role }}
          answer={answer}
          note={
            changed.userId === you
              ? "You will be signed out everywhere, and begin with the new role."
              : "They will be signed out everywhere, and begin with the new role."
          }
          submit="Change role"
          action={teamPath}
          cancelTo={teamPath}
        />
      )}
      <Card className="team">
        <MemberTable members={members} you={you} />
      </Card>
      {invitations.length > 0 && (
        <section className="team__section" aria-labelledby="invitations">
          <h2 className="heading" id="invitations">
            Invitations
          </h2>
          <Card className="team">
            <InvitationTable invitations={invitations} />
          </Card>
        </section>
      )}
    </>
  );
}
