import { useEffect, useRef } from "react";
import { Link, NavLink, useLocation } from "react-router";
import { Brand } from "#app/ui/brand.tsx";
import { type IconName, Icon } from "#app/ui/icon.tsx";
import { ThemeToggle } from "#app/ui/theme-toggle.tsx";

interface SiteLink {
  to: string;
  label: string;
  icon: IconName;
}

const trackOrder: SiteLink = { to: "/track-order", label: "Track Order", icon: "pin" };
const checkout: SiteLink = { to: "/checkout", label: "Checkout", icon: "wallet" };

/** The bar's links on phones. A `<details>`, so that it opens without a script, too. */
function PhoneMenu({ links }: { links: readonly SiteLink[] }) {
  const menu = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();

  useEffect(() => {
    if (menu.current) menu.current.open = false;
  }, [key]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || !menu.current?.open) return;
      menu.current.open = false;
      menu.current.querySelector("summary")?.focus();
    };
    const onPress = (event: PointerEvent) => {
      const outside = event.target instanceof Node && !menu.current?.contains(event.target);
      if (outside && menu.current) menu.current.open = false;
    };
    document.addEventListener("keydown", onKey);
    document.addEventListener("pointerdown", onPress);
    return () => {
      document.removeEventListener("keydown", onKey);
      document.removeEventListener("pointerdown", onPress);
    };
  }, []);

  return (
    <details className="menu" ref={menu}>
      <summary className="btn btn--icon nav__link" aria-label="Menu">
        <Icon name="menu" className="menu__open" />
        <Icon name="x" className="menu__close" />
      </summary>
      <nav className="menu__panel" aria-label="Main">
        {links.map((link) => (
          <NavLink key={link.to} to={link.to}>
            <Icon name={link.icon} />
            {link.label}
          </NavLink>
        ))}
      </nav>
    </details>
  );
}

export interface SiteHeaderProps {
  shopName: string;
  /** Whether a package is selected; only then is there something to check out. */
  hasCheckout: boolean;
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
export function SiteHeader({ shopName, hasCheckout, deep = false }: SiteHeaderProps) {
  const links = hasCheckout ? [trackOrder, checkout] : [trackOrder];
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
        <PhoneMenu links={links} />
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
                <Link to="/#faq">Questions</Link>
              </li>
              <li>
                <Link to="/terms">Terms</Link>
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
export function SandboxBanner() {
  return (
    <aside className="sandbox" aria-label="Sandbox">
      <div className="container sandbox__in">
        <span>Sandbox: no real money moves.</span>
        <a href="/sandbox/wallet">Wallet</a>
        <a href="/sandbox/mail">Mailbox</a>
      </div>
    </aside>
  );
}
