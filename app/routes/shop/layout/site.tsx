import { Link, NavLink } from "react-router";
import {
  AccountLinks,
  Avatar,
  type MenuItem,
  MenuLink,
} from "#app/routes/account/shared/account-menu.tsx";
import { Brand } from "#app/ui/brand.tsx";
import { ButtonLink, ThemeToggle } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Menu } from "#app/ui/menu.tsx";
import { SubscribeForm } from "../newsletter/subscribe-form.tsx";
import type { Account } from "#shop/accounts/account.ts";

const trackOrder: MenuItem = { to: "/track-order", label: "Track Order", icon: "pin" };
const myOrders: MenuItem = { to: "/orders", label: "My Orders", icon: "receipt" };
const checkout: MenuItem = { to: "/checkout", label: "Checkout", icon: "wallet" };
const signIn: MenuItem = { to: "/login", label: "Sign in", icon: "user" };

export interface SiteHeaderProps {
  shopName: string;
  /** Whether a package is selected; the Checkout link shows only then. */
  hasCheckout: boolean;
  /** The signed-in account. */
  account?: Pick<Account, "name" | "role"> | null;
  /** Styled as part of the dark section below it. */
  deep?: boolean;
}

/** The site header with navigation, theme toggle and account menu. */
export function SiteHeader(props: SiteHeaderProps) {
  const { shopName, hasCheckout, account = null, deep = false } = props;
  const links = [trackOrder, ...(account ? [myOrders] : []), ...(hasCheckout ? [checkout] : [])];
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
            button={<Avatar name={account.name} />}
          >
            <AccountLinks viewer={account.role} />
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
          {account ? <AccountLinks viewer={account.role} /> : <MenuLink {...signIn} />}
        </Menu>
      </div>
    </header>
  );
}

export interface SiteFooterProps {
  shopName: string;
  supportEmail: string;
  /** The ways to pay: "in Bitcoin". */
  paid: string;
  year: number;
  /** Whether to show the subscribe form. */
  newsletter: boolean;
}

export function SiteFooter(props: SiteFooterProps) {
  const { shopName, supportEmail, paid, year, newsletter } = props;
  return (
    <footer className="footer">
      <div className="container">
        <div className="footer__grid">
          <div className="footer__about">
            <Brand name={shopName} />
            <p>Coin packages for TikTok accounts, paid for {paid}.</p>
            {newsletter && (
              <div className="footer__news">
                <SubscribeForm label="New packages and prices, in your inbox" />
              </div>
            )}
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
              <li>
                <Link to="/refunds">Refunds</Link>
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
