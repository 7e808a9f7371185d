import { Form, NavLink, useNavigation } from "react-router";
import { isTeamRole, startPages } from "#shop/accounts/access.ts";
import type { Role, TeamRole } from "#shop/accounts/account.ts";
import { type IconName, Icon } from "#app/ui/icon.tsx";

export interface MenuItem {
  to: string;
  label: string;
  icon: IconName;
}

/** The links to the back office, by role. */
const startLinks: Record<TeamRole, MenuItem> = {
  admin: { to: startPages.admin, label: "Dashboard", icon: "home" },
  delivery: { to: startPages.delivery, label: "Deliver", icon: "check" },
  bookkeeper: { to: startPages.bookkeeper, label: "Reports", icon: "chart" },
};
const accountPage: MenuItem = { to: "/account", label: "Account", icon: "user" };

export function MenuLink({ to, label, icon }: MenuItem) {
  return (
    <NavLink to={to} end={to === "/"}>
      <Icon name={icon} />
      {label}
    </NavLink>
  );
}

/** Signs out by a form: browsers may prefetch a link. */
function SignOut() {
  const busy = useNavigation().formAction === "/sign-out";
  return (
    <Form method="post" action="/sign-out">
      <button
        type="submit"
        aria-disabled={busy || undefined}
        onClick={(event) => busy && event.preventDefault()}
      >
        <Icon name="out" />
        Sign out
      </button>
    </Form>
  );
}

/** The links of the account menu, for the team with one to the back office. Works without JavaScript. */
export function AccountLinks({ viewer }: { viewer: Role | null }) {
  return (
    <>
      {viewer && isTeamRole(viewer) && <MenuLink {...startLinks[viewer]} />}
      <MenuLink {...accountPage} />
      <SignOut />
    </>
  );
}

/** Returns the initials of the first and last name; empty for a name without letters. */
function initials(name: string): string {
  const letters = name.split(/\s+/u).flatMap((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? []);
  const [first = "", ...others] = letters;
  return (first + (others.at(-1) ?? "")).toUpperCase();
}

export function Avatar({ name }: { name: string }) {
  return <span className="avatar">{initials(name) || <Icon name="user" />}</span>;
}
