import { Outlet, NavLink } from "react-router";

import "./account.css";
import "./security.css";

const sections = [
  { to: "/account", label: "Profile" },
  { to: "/account/security", label: "Security" },
  { to: "/account/sessions", label: "Sessions" },
  { to: "/account/data", label: "Data" },
] as const;

/** The layout of the account pages. */
export default function AccountLayout() {
  return (
    <div className="container account">
      <h1 className="display">Account</h1>
      <div className="account__columns">
        <nav className="account__nav" aria-label="Account">
          {sections.map(({ to, label }) => (
            <NavLink key={to} to={to} end>
              {label}
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
