import { useEffect } from "react";
import { Icon } from "./icon.tsx";
import { followOtherTabs, toggleTheme } from "./theme.ts";

/** Switches the theme. Renders both icons and lets CSS show one, because the server does not know the theme. */
export function ThemeToggle() {
  useEffect(followOtherTabs, []);
  return (
    <button
      type="button"
      className="btn btn--icon nav__link theme-toggle needs-script"
      aria-label="Switch between light and dark"
      onClick={toggleTheme}
    >
      <Icon name="moon" className="theme-moon" />
      <Icon name="sun" className="theme-sun" />
    </button>
  );
}
