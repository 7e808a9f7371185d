import { Outlet, NavLink } from "react-router";

import "./account.css";
import "./security.css";
import { t } from "#messages/translate.ts";

const sections = [
  { to: "/account", label: "account.profile" },
  { to: "/account/security", label: "account.security" },
  { to: "/account/sessions", label: "account.sessions" },
  { to: "/account/data", label: "account.data" },
] as const;

/** The layout of the account pages. */
export default function AccountLayout() {
  return (
    <div className="container account">
      <h1 className="display">{t("account.title")}</h1>
      <div className="account__columns">
        <nav className="account__nav" aria-label={t("account.title")}>
          {sections.map(({ to, label }) => (
            <NavLink key={to} to={to} end>
              {t(label)}
            </NavLink>
          ))}
        </nav>
        <div className="account__page">
          <Outlet />
        </div>
      </div>
    </div>
  );
}
