import { href, type ShouldRevalidateFunctionArgs, useActionData } from "react-router";
import { servicesContext } from "#app/context.ts";
import { useStickyActionData } from "#app/live.ts";
import { adminTitle } from "#app/root-data.ts";
import { requireTeam } from "#app/session.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { listInvitations, listTeam } from "#shop/team/team.server.ts";
import type { Route } from "./+types/route";
import { InvitationTable } from "./invitation-table.tsx";
import { INVITE_LINK_ID, InviteForm, type TeamActionData } from "./invite-form.tsx";
import { MemberTable } from "./member-table.tsx";
import { RoleForm } from "./role-form.tsx";
import "./team.css";

export { action } from "./action.server.ts";

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

/** Revalidates after a conflict (409) as well, to show what has changed in the meantime. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs) {
  return args.defaultShouldRevalidate || args.actionStatus === 409;
}

/** Lists who has a role in the back office, and the open invitations. */
export default function TeamPage({ loaderData }: Route.ComponentProps) {
  const { members, invitations, you, inviting, changed } = loaderData;
  const { message, typed, errors } = useStickyActionData(useActionData<TeamActionData>()) ?? {};
  return (
    <>
      <PageHead
        title="Team"
        actions={
          <ButtonLink
            id={INVITE_LINK_ID}
            to={`${href("/admin/team")}?invite`}
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
      {message && (
        <Notice tone="pending" role="alert" className="team__notice">
          {message}
        </Notice>
      )}
      {(inviting || errors) && <InviteForm typed={typed} errors={errors} />}
      {changed && <RoleForm key={changed.userId} member={changed} isYou={changed.userId === you} />}
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
