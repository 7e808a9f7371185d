import { useEffect } from "react";
import { Icon } from "./icon.tsx";

/** `'true'` or `'false'`; while it is absent the theme follows the system. */
const storageKey = "darkMode";

/**
 * Runs in the head before the first paint, so that a stored choice never flashes the other theme.
 * Also marks the page as scripted, which shows the elements that need JavaScript.
 */
export const themeScript = `(function(r){r.scripted="";try{var d=localStorage.getItem("${storageKey}");if(d==="true"||d==="false")r.theme=d==="true"?"dark":"light"}catch(e){}})(document.documentElement.dataset)`;

function applyTheme(stored: string | null): void {
  const root = document.documentElement;
  if (stored === "true") root.dataset.theme = "dark";
  else if (stored === "false") root.dataset.theme = "light";
  else delete root.dataset.theme;
}

function isDark(): boolean {
  const pinned = document.documentElement.dataset.theme;
  return pinned ? pinned === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

/** Switches between light and dark and stores the choice. */
function toggleTheme(): void {
  const choice = String(!isDark());
  applyTheme(choice);
  try {
    localStorage.setItem(storageKey, choice);
  } catch {
    // Storage may be unavailable (private windows); the choice then lasts as long as the page.
  }
}

/** Applies a choice made in another tab. Returns the function that stops it. */
function followOtherTabs(): () => void {
  const onStorage = (event: StorageEvent) => {
    // A null key means that the whole storage was cleared.
    if (event.key === storageKey || event.key === null) applyTheme(event.newValue);
  };
  addEventListener("storage", onStorage);
  return () => removeEventListener("storage", onStorage);
}

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
