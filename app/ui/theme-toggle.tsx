import { useEffect } from "react";
import { Icon } from "./icon.tsx";
import { followOtherTabs, toggleTheme } from "./theme.ts";

/** Both icons are in the page and the styles show the right one, so that the server need not know the theme. */
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
