import { Form, Link, NavLink, useNavigation } from "react-router";
import { Brand } from "#app/ui/brand.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { type IconName, Icon } from "#app/ui/icon.tsx";
import { Menu } from "#app/ui/menu.tsx";
import { ThemeToggle } from "#app/ui/theme-toggle.tsx";
import type { Account } from "#shop/accounts/account.ts";

interface SiteLink {
  to: string;
  label: string;
  icon: IconName;
}

const trackOrder: SiteLink = { to: "/track-order", label: "Track Order", icon: "pin" };
const myOrders: SiteLink = { to: "/orders", label: "My Orders", icon: "receipt" };
const checkout: SiteLink = { to: "/checkout", label: "Checkout", icon: "wallet" };
const dashboard: SiteLink = { to: "/admin", label: "Dashboard", icon: "home" };
const accountPage: SiteLink = { to: "/account", label: "Account", icon: "user" };
const signIn: SiteLink = { to: "/login", label: "Sign in", icon: "user" };

function MenuLink({ to, label, icon }: SiteLink) {
  return (
    <NavLink to={to}>
      <Icon name={icon} />
      {label}
    </NavLink>
  );
}

/** Only a form signs out: a link might be followed by a browser that looks ahead. */
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

/** What a signed-in user can do about themself; nothing of it needs a script. */
function AccountLinks({ admin }: { admin: boolean }) {
  return (
    <>
      {admin && <MenuLink {...dashboard} />}
      <MenuLink {...accountPage} />
      <SignOut />
    </>
  );
}

/** The first letters of the first and the last name; empty for a name of signs alone. */
function initials(name: string): string {
  const letters = name.split(/\s+/u).flatMap((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? []);
  const [first = "", ...others] = letters;
  return (first + (others.at(-1) ?? "")).toUpperCase();
}

export interface SiteHeaderProps {
  shopName: string;
  /** Whether a package is selected; only then is there something to check out. */
  hasCheckout: boolean;
  /** Who is signed in, if anybody. */
  account?: Pick<Account, "name" | "role"> | null;
  /** Whether there is a back office to open. */
  adminReady?: boolean;
  /** Part of the deep band below it. */
  deep?: boolean;
}

/** The first thing that Tab reaches. The page's `<main>` needs `id="main"` and `tabIndex={-1}`. */
export function SkipLink() {
  return (
    <a className="skip" href="#main">
      Skip to content
    </a>
  );
}

/** The bar. */
export function SiteHeader(props: SiteHeaderProps) {
  const { shopName, hasCheckout, account = null, adminReady = false, deep = false } = props;
  const links = [trackOrder, ...(account ? [myOrders] : []), ...(hasCheckout ? [checkout] : [])];
  const admin = adminReady && account?.role === "admin";
  return (
    <header className={deep ? "nav nav--deep deep" : "nav"}>
      <div className="container nav__in">
        <Link className="nav__home" to="/">
          <Brand name={shopName} />
        </Link>
        <nav className="nav__links" aria-label="Main">
          {links.map((link) => (
            <NavLink key={link.to} className="nav__link" to={link.to}>
              {link.label}
            </NavLink>
          ))}
        </nav>
        <ThemeToggle />
        {account ? (
          <Menu
            className="menu--account"
            label={`Account menu, ${account.name}`}
            panelLabel="Account"
            button={
              <span className="avatar">{initials(account.name) || <Icon name="user" />}</span>
            }
          >
            <AccountLinks admin={admin} />
          </Menu>
        ) : (
          <>
            <span className="nav__sep" />
            <ButtonLink
              className="nav__sign-in"
              to={signIn.to}
              variant={deep ? "on-deep" : "secondary"}
            >
              {signIn.label}
            </ButtonLink>
          </>
        )}
        <Menu
          className="menu--phone"
          label="Menu"
          panelLabel="Main"
          button={
            <>
              <Icon name="menu" className="menu__open" />
              <Icon name="x" className="menu__close" />
            </>
          }
        >
          {links.map((link) => (
            <MenuLink key={link.to} {...link} />
          ))}
          <hr />
          {account ? <AccountLinks admin={admin} /> : <MenuLink {...signIn} />}
        </Menu>
      </div>
    </header>
  );
}

export interface SiteFooterProps {
  shopName: string;
  supportEmail: string;
  year: number;
}

export function SiteFooter({ shopName, supportEmail, year }: SiteFooterProps) {
  return (
    <footer className="footer">
      <div className="container">
        <div className="footer__grid">
          <div className="footer__about">
            <Brand name={shopName} />
            <p>Coin packages for TikTok accounts, paid for in Bitcoin.</p>
          </div>
          <nav aria-label="Quick links">
            <h2>Quick links</h2>
            <ul>
              <li>
                <Link to="/#packages">Packages</Link>
              </li>
              <li>
                <Link to="/track-order">Track Order</Link>
              </li>
              <li>
                <Link to="/orders">My Orders</Link>
              </li>
              <li>
                <Link to="/#faq">Questions</Link>
              </li>
              <li>
                <Link to="/terms">Terms</Link>
              </li>
              <li>
                <Link to="/privacy">Privacy</Link>
              </li>
            </ul>
          </nav>
          <div>
            <h2>Support</h2>
            <ul>
              <li>
                <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
              </li>
            </ul>
            <p className="footer__note">
              Include your order ID. We never ask for a password or a wallet seed.
            </p>
          </div>
        </div>
        <div className="footer__base">
          <span>
            © {year} {shopName}
          </span>
          <span>Not affiliated with TikTok. TikTok is a trademark of its owner.</span>
        </div>
      </div>
    </footer>
  );
}

/** Says that this shop is a rehearsal. Its links leave the app: the stand-ins serve those pages. */
export function SandboxBanner({ paymentUri }: { paymentUri: string | null }) {
  const wallet = paymentUri ? `?uri=${encodeURIComponent(paymentUri)}` : "";
  return (
    <aside className="sandbox" aria-label="Sandbox">
      <div className="container sandbox__in">
        <span>Sandbox: no real money moves.</span>
        <a href={`/sandbox/wallet${wallet}`}>Wallet</a>
        <a href="/sandbox/mail">Mailbox</a>
      </div>
    </aside>
  );
}
