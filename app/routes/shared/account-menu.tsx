import { Form, NavLink, useNavigation } from "react-router";
import { isTeamRole, startPages } from "#shop/accounts/access.ts";
import type { Role, TeamRole } from "#shop/accounts/account.ts";
import { type IconName, Icon } from "#app/ui/icon.tsx";
import { type MessageKey, t } from "#messages/translate.ts";

export interface MenuItem {
  to: string;
  label: string;
  icon: IconName;
}

/** The links to the back office, by role. */
const startLinks = {
  admin: { label: "frame.dashboard", icon: "home" },
  delivery: { label: "frame.deliver", icon: "check" },
  bookkeeper: { label: "frame.reports", icon: "chart" },
} as const satisfies Record<TeamRole, { label: MessageKey; icon: IconName }>;

export function MenuLink({ to, label, icon }: MenuItem) {
  return (
    <NavLink to={to} end={to === "/"}>
      <Icon name={icon} />
      {label}
    </NavLink>
  );
}

/** Leads to the back office, which has no languages: to another document, at an address without a prefix. */
function StartLink({ role }: { role: TeamRole }) {
  const { label, icon } = startLinks[role];
  return (
    <a href={startPages[role]}>
      <Icon name={icon} />
      {t(label)}
    </a>
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
        {t("frame.signOut")}
      </button>
    </Form>
  );
}

/** The links of the account menu, for the team with one to the back office. Works without JavaScript. */
export function AccountLinks({ viewer }: { viewer: Role | null }) {
  return (
    <>
      {viewer && isTeamRole(viewer) && <StartLink role={viewer} />}
      <MenuLink to="/account" label={t("frame.account")} icon="user" />
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
