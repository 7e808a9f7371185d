import { Link, NavLink } from "react-router";
import { AccountLinks, Avatar, type MenuItem, MenuLink } from "#app/routes/shared/account-menu.tsx";
import { Brand } from "#app/ui/brand.tsx";
import { ButtonLink, ThemeToggle } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Menu } from "#app/ui/menu.tsx";
import { currentlyShown } from "#messages/current";
import { t } from "#messages/translate.ts";
import type { Account } from "#shop/accounts/account.ts";
import { SubscribeForm } from "../newsletter/subscribe-form.tsx";
import { CurrencyLinks, LanguageLinks } from "./choices.tsx";

const siteLinks = (): Record<"trackOrder" | "myOrders" | "checkout" | "signIn", MenuItem> => ({
  trackOrder: { to: "/track-order", label: t("frame.trackOrder"), icon: "pin" },
  myOrders: { to: "/orders", label: t("frame.myOrders"), icon: "receipt" },
  checkout: { to: "/checkout", label: t("frame.checkout"), icon: "wallet" },
  signIn: { to: "/login", label: t("frame.signIn"), icon: "user" },
});

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
  const { trackOrder, myOrders, checkout, signIn } = siteLinks();
  const links = [trackOrder, ...(account ? [myOrders] : []), ...(hasCheckout ? [checkout] : [])];
  return (
    <header className={deep ? "nav nav--deep deep" : "nav"}>
      <div className="container nav__in">
        <Link className="nav__home" to="/">
          <Brand name={shopName} />
        </Link>
        <nav className="nav__links" aria-label={t("frame.main")}>
          {links.map((link) => (
            <NavLink key={link.to} className="nav__link" to={link.to}>
              {link.label}
            </NavLink>
          ))}
        </nav>
        <ThemeToggle />
        <Menu
          className="menu--language"
          label={t("frame.language")}
          panelLabel={t("frame.language")}
          button={<Icon name="globe" />}
        >
          <LanguageLinks />
          <hr />
          <div className="menu__currencies" role="group" aria-label={t("frame.currency")}>
            <CurrencyLinks />
          </div>
        </Menu>
        {account ? (
          <Menu
            className="menu--account"
            label={t("frame.accountMenu", { name: account.name })}
            panelLabel={t("frame.account")}
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
          label={t("frame.menu")}
          panelLabel={t("frame.main")}
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
          <hr />
          <div className="menu__languages" role="group" aria-label={t("frame.language")}>
            <LanguageLinks />
          </div>
          <hr />
          <div className="menu__currencies" role="group" aria-label={t("frame.currency")}>
            <CurrencyLinks />
          </div>
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
            <p>{t("frame.about", { paid })}</p>
            {newsletter && (
              <div className="footer__news">
                <SubscribeForm label={t("frame.subscribe")} />
              </div>
            )}
          </div>
          <nav aria-label={t("frame.quickLinks")}>
            <h2>{t("frame.quickLinks")}</h2>
            <ul>
              <li>
                <Link to="/#packages">{t("frame.packages")}</Link>
              </li>
              <li>
                <Link to="/track-order">{t("frame.trackOrder")}</Link>
              </li>
              <li>
                <Link to="/orders">{t("frame.myOrders")}</Link>
              </li>
              <li>
                <Link to="/#faq">{t("frame.questions")}</Link>
              </li>
              <li>
                <Link to="/terms">{t("frame.terms")}</Link>
              </li>
              <li>
                <Link to="/privacy">{t("frame.privacy")}</Link>
              </li>
              <li>
                <Link to="/refunds">{t("frame.refunds")}</Link>
              </li>
            </ul>
          </nav>
          <div>
            <h2>{t("frame.support")}</h2>
            <ul>
              <li>
                <a href={`mailto:${supportEmail}`}>
                  <bdi>{supportEmail}</bdi>
                </a>
              </li>
            </ul>
            <p className="footer__note">{t("frame.supportNote")}</p>
          </div>
        </div>
        {/* No landmark: the menu of the header is one with this name. */}
        <div
          className="footer__choices footer__languages"
          role="group"
          aria-label={t("frame.language")}
        >
          <LanguageLinks />
        </div>
        <div className="footer__choices" role="group" aria-label={t("frame.currency")}>
          <CurrencyLinks />
        </div>
        {currentlyShown() && <p className="footer__note">{t("frame.currencyNote")}</p>}
        <div className="footer__base">
          <span>
            © {year} <bdi>{shopName}</bdi>
          </span>
          <span>{t("frame.unaffiliated")}</span>
        </div>
      </div>
    </footer>
  );
}
