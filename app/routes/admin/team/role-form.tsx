import { href, useNavigation } from "react-router";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Select } from "#app/ui/field.tsx";
import { InlineForm } from "#app/ui/inline-form.tsx";
import { roleNames } from "#shop/accounts/account.ts";
import { type TeamMember, teamRoles } from "#shop/team/team.ts";

/** Choice of a role, with what each may do. */
export function RoleSelect({ defaultRole, error }: { defaultRole: string; error?: string }) {
  return (
    <Select
      label="Role"
      name="role"
      defaultValue={defaultRole}
      error={error}
      hint="Delivery delivers orders, and sees neither emails nor money. Bookkeeper has reports, exports, bank and review. Owner has everything, also the team."
    >
      {teamRoles.map((role) => (
        <option key={role} value={role}>
          {roleNames[role]}
        </option>
      ))}
    </Select>
  );
}

/** The form that gives a member of the team another role. */
export function RoleForm({ member, isYou }: { member: TeamMember; isYou: boolean }) {
  const { userId, name, role } = member;
  const { state, formData } = useNavigation();
  const busy = state !== "idle" && formData?.get("intent") === "role";
  return (
    <InlineForm
      title={isYou ? "Change your role" : `Change the role of ${name}`}
      action={href("/admin/team")}
      buttons={
        <>
          <ButtonLink to={href("/admin/team")} variant="ghost" preventScrollReset>
            Cancel
          </ButtonLink>
          <Button type="submit" variant="primary" busy={busy}>
            Change role
          </Button>
        </>
      }
    >
      <input type="hidden" name="intent" value="role" />
      <input type="hidden" name="userId" value={userId} />
      <input type="hidden" name="seen" value={role} />
      <RoleSelect defaultRole={role} />
      <p className="inline-form__wide muted">
        {isYou
          ? "You will be signed out everywhere, and begin with the new role."
          : "They will be signed out everywhere, and begin with the new role."}
      </p>
    </InlineForm>
  );
}
