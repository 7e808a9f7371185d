import type { ReactNode } from "react";
import { Link, NavLink } from "react-router";
import { useRootData } from "#app/root-data.ts";
import { AccountLinks, Avatar, type MenuItem, MenuLink } from "#app/routes/shared/account-menu.tsx";
import { Brand } from "#app/ui/brand.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Menu } from "#app/ui/menu.tsx";
import { ThemeToggle } from "#app/ui/button.tsx";
import { isTeamRole, startPages } from "#shop/accounts/access.ts";
import { defaultNames } from "#shop/settings/default-names.ts";
import { groupsOf, type Screen } from "../shared/screens.ts";

/** Larger numbers would not fit beside an icon. */
const MOST_COUNTED = 999;
const toShop: MenuItem = { to: "/", label: "To the shop", icon: "external" };

export interface AdminFrameProps {
  /** The signed-in administrator; null if the layout's loader failed. */
  account: { name: string; email: string } | null;
  /** Number of waiting items by the path of the link. */
  waiting?: Readonly<Record<string, number>>;
  /** The version of Satchel; null if the layout's loader failed. */
  version: string | null;
  /** The button that opens the quick search, with the class `side__link`. */
  quickSearch?: ReactNode;
  children: ReactNode;
}

/** The frame of every screen of the back office: navigation and account menu. */
export function AdminFrame({ account, waiting, version, quickSearch, children }: AdminFrameProps) {
  const root = useRootData();
  const role = root?.account?.role ?? "customer";
  const shown = groupsOf(role);
  return (
    <div className="admin">
      <header className="side">
        <Link className="side__home" to={isTeamRole(role) ? startPages[role] : "/"}>
          <Brand name={root?.shopName ?? defaultNames.shopName} />
        </Link>
        {quickSearch}
        <nav className="side__nav" aria-label="Back office">
          {shown.map(({ label, items }) => (
            <NavGroup key={label} label={label} className="side__group">
              {items.map((item) => (
                <SideLink key={item.to} {...item} waiting={waiting?.[item.to]} />
              ))}
            </NavGroup>
          ))}
          <Menu
            className="menu--more"
            label="More"
            panelLabel="More"
            button={
              <>
                <Icon name="more" />
                <span className="side__text">More</span>
              </>
            }
          >
            {shown.map(({ label, items }) => (
              <NavGroup key={label} label={label} className="menu__group">
                {items
                  .filter(({ inBar }) => !inBar)
                  .map((item) => (
                    <MenuLink key={item.to} {...item} />
                  ))}
              </NavGroup>
            ))}
            <VersionLink version={version} className="menu__version" />
          </Menu>
        </nav>
        <div className="side__foot">
          <Link className="side__link side__to-shop" to={toShop.to} title="View shop">
            <Icon name={toShop.icon} />
            <span className="side__text">View shop</span>
          </Link>
          <ThemeToggle />
          {account && (
            <Menu
              className="menu--account"
              label={`Account menu, ${account.name}`}
              panelLabel="Account"
              button={
                <>
                  <Avatar name={account.name} />
                  <span className="side__who">
                    <span>{account.name}</span>
                    <span>{account.email}</span>
                  </span>
                </>
              }
            >
              <MenuLink {...toShop} />
              <AccountLinks viewer={null} />
            </Menu>
          )}
          <VersionLink version={version} className="side__version" />
        </div>
      </header>
      <main className="main" id="main" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}

function VersionLink({
  version,
  className,
}: Pick<AdminFrameProps, "version"> & { className: string }) {
  if (!version) return null;
  return (
    <Link className={className} to="/admin/changelog">
      Satchel {version}
    </Link>
  );
}

interface NavGroupProps {
  label: string | null;
  className: string;
  children: ReactNode;
}

/** Links under a label, which is their group's name. */
function NavGroup({ label, className, children }: NavGroupProps) {
  if (!label) return <div className={className}>{children}</div>;
  return (
    <div className={className} role="group" aria-label={label}>
      <span className={`${className}-label`} aria-hidden="true">
        {label}
      </span>
      {children}
    </div>
  );
}

interface SideLinkProps extends Screen {
  waiting?: number;
}

function SideLink({ to, label, icon, inBar = false, waiting = 0 }: SideLinkProps) {
  return (
    <NavLink
      className={inBar ? "side__link" : "side__link side__link--further"}
      to={to}
      end={to === "/admin" || to === "/admin/deliver"}
      title={label}
    >
      <Icon name={icon} />
      <span className="side__text">{label}</span>
      {waiting > 0 && (
        <span className="side__count">
          {waiting > MOST_COUNTED ? `${MOST_COUNTED}+` : waiting}
          <span className="sr"> waiting</span>
        </span>
      )}
    </NavLink>
  );
}
