/** `'true'` or `'false'`; while it is absent the theme follows the system. */
const storageKey = "darkMode";

/**
 * Runs in the head before the first paint, so that a stored choice never flashes the other theme.
 * Also marks the page as scripted, which brings out what is of no use without scripts.
 */
export const themeScript = `(function(r){r.scripted="";try{var d=localStorage.getItem("${storageKey}");if(d==="true"||d==="false")r.theme=d==="true"?"dark":"light"}catch(e){}})(document.documentElement.dataset)`;

function show(stored: string | null): void {
  const root = document.documentElement;
  if (stored === "true") root.dataset.theme = "dark";
  else if (stored === "false") root.dataset.theme = "light";
  else delete root.dataset.theme;
}

function isDark(): boolean {
  const pinned = document.documentElement.dataset.theme;
  return pinned ? pinned === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

/** Switches between light and dark and remembers the choice. */
export function toggleTheme(): void {
  const choice = String(!isDark());
  show(choice);
  try {
    localStorage.setItem(storageKey, choice);
  } catch {
    // Storage can be closed to us (private windows); the choice then lasts as long as the page.
  }
}

/** Follows a choice made in another tab; returns how to stop. */
export function followOtherTabs(): () => void {
  const onStorage = (event: StorageEvent) => {
    // A null key means that the whole storage was cleared.
    if (event.key === storageKey || event.key === null) show(event.newValue);
  };
  addEventListener("storage", onStorage);
  return () => removeEventListener("storage", onStorage);
}
