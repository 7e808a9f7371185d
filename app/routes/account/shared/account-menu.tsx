import { Form, NavLink, useNavigation } from "react-router";
import { type IconName, Icon } from "#app/ui/icon.tsx";

export interface MenuItem {
  to: string;
  label: string;
  icon: IconName;
}

const dashboard: MenuItem = { to: "/admin", label: "Dashboard", icon: "home" };
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

/** The links of the account menu. Works without JavaScript. */
export function AccountLinks({ admin }: { admin: boolean }) {
  return (
    <>
      {admin && <MenuLink {...dashboard} />}
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
