import type { ReactNode } from "react";
import { Link, NavLink, useRouteLoaderData } from "react-router";
import type { loader as rootLoader } from "#app/root.tsx";
import {
  AccountLinks,
  Avatar,
  type MenuItem,
  MenuLink,
} from "#app/routes/account/shared/account-menu.tsx";
import { Brand } from "#app/ui/brand.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Menu } from "#app/ui/menu.tsx";
import { ThemeToggle } from "#app/ui/theme-toggle.tsx";
import { defaultSettings } from "#shop/settings/settings.ts";

/** On phones there is room for these; the others are under More. */
const daily: MenuItem[] = [
  { to: "/admin", label: "Dashboard", icon: "home" },
  { to: "/admin/orders", label: "Orders", icon: "receipt" },
  { to: "/admin/review", label: "Review", icon: "alert" },
  { to: "/admin/packages", label: "Packages", icon: "coins" },
];
const further: MenuItem[] = [
  { to: "/admin/bank", label: "Bank statements", icon: "bank" },
  { to: "/admin/reports", label: "Reports", icon: "chart" },
  { to: "/admin/customers", label: "Customers", icon: "users" },
  { to: "/admin/newsletter", label: "Newsletter", icon: "megaphone" },
  { to: "/admin/settings", label: "Settings", icon: "gear" },
  { to: "/admin/mails", label: "Mails", icon: "mail" },
  { to: "/admin/webhooks", label: "Webhooks", icon: "send" },
  { to: "/admin/audit", label: "Audit log", icon: "shield" },
  { to: "/admin/api-keys", label: "API keys", icon: "key" },
];
/** Every screen of the back office, as the quick search finds them. */
export const screens: readonly MenuItem[] = [...daily, ...further];
const toShop: MenuItem = { to: "/", label: "To the shop", icon: "external" };

export interface AdminFrameProps {
  /** Who is at work; unknown only when that could not be loaded. */
  account: { name: string; email: string } | null;
  /** How much waits at a link, by its address. */
  waiting?: Readonly<Record<string, number>>;
  /** Opens the quick search: a button with the class `side__link`. Nothing without one. */
  quickSearch?: ReactNode;
  children: ReactNode;
}

/** What stands around every screen of the back office. */
export function AdminFrame({ account, waiting, quickSearch, children }: AdminFrameProps) {
  const shopName = useRouteLoaderData<typeof rootLoader>("root")?.shopName;
  return (
    <div className="admin">
      <header className="side">
        <Link className="side__home" to="/admin">
          <Brand name={shopName ?? defaultSettings.shopName} />
        </Link>
        {quickSearch}
        <nav className="side__nav" aria-label="Back office">
          {daily.map((item) => (
            <SideLink key={item.to} {...item} waiting={waiting?.[item.to]} />
          ))}
          {further.map((item) => (
            <SideLink key={item.to} {...item} waiting={waiting?.[item.to]} further />
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
            {further.map((item) => (
              <MenuLink key={item.to} {...item} />
            ))}
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
              <AccountLinks admin={false} />
            </Menu>
          )}
        </div>
      </header>
      <main className="main" id="main" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}

interface SideLinkProps extends MenuItem {
  waiting?: number;
  /** Under More on phones. */
  further?: boolean;
}

function SideLink({ to, label, icon, waiting = 0, further = false }: SideLinkProps) {
  return (
    <NavLink
      className={further ? "side__link side__link--further" : "side__link"}
      to={to}
      end={to === "/admin"}
      title={label}
    >
      <Icon name={icon} />
      <span className="side__text">{label}</span>
      {waiting > 0 && (
        <span className="side__count">
          {waiting}
          <span className="sr"> waiting</span>
        </span>
      )}
    </NavLink>
  );
}
