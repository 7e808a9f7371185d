import { Icon } from "./icon.tsx";

/**
 * Switches the theme, by `page-script.js`. Renders both icons and lets CSS show one, because the server does not know
 * the theme.
 */
export function ThemeToggle() {
  return (
    <button
      type="button"
      className="btn btn--icon nav__link theme-toggle needs-script"
      aria-label="Switch between light and dark"
    >
      <Icon name="moon" className="theme-moon" />
      <Icon name="sun" className="theme-sun" />
    </button>
  );
}
