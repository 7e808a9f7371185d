// The script of every page: theme, menus, and forms that are on their way. It is inlined in the head as it stands, so
// that it runs before the first paint, and is all the script of static pages (`static-page.ts`).
{
  const root = document.documentElement;
  /** `'true'` or `'false'`; while it is absent the theme follows the system. */
  const themeKey = "darkMode";

  /** @param {string | null} stored */
  const applyTheme = (stored) => {
    if (stored === "true") root.dataset.theme = "dark";
    else if (stored === "false") root.dataset.theme = "light";
    else delete root.dataset.theme;
  };
  const toggleTheme = () => {
    const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    const choice = String((root.dataset.theme ?? system) === "light");
    applyTheme(choice);
    try {
      localStorage.setItem(themeKey, choice);
    } catch {
      // Storage may be unavailable (private windows); the choice then lasts as long as the page.
    }
  };
  // Shows the elements that need JavaScript.
  root.dataset.scripted = "";
  try {
    applyTheme(localStorage.getItem(themeKey));
  } catch {
    // As above.
  }
  try {
    // The page that was pressed before the tab reloaded (`upgraded-page.ts`).
    const pressed = sessionStorage.getItem("navigating-to");
    sessionStorage.removeItem("navigating-to");
    const [entry] = performance.getEntriesByType("navigation");
    const isReload = entry instanceof PerformanceNavigationTiming && entry.type === "reload";
    if (isReload && pressed?.startsWith("/")) location.replace(pressed);
  } catch {
    // As above: the page that was open is shown.
  }
  addEventListener("storage", ({ key, newValue }) => {
    // A null key means that the whole storage was cleared.
    if (key === themeKey || key === null) applyTheme(newValue);
  });

  /**
   * Closes the open menus that this element is not in.
   * @param {EventTarget | null} element
   */
  const closeOtherMenus = (element) => {
    for (const menu of document.querySelectorAll("details.menu[open]"))
      if (!(element instanceof Node && menu.contains(element))) menu.removeAttribute("open");
  };
  addEventListener("pointerdown", ({ target }) => closeOtherMenus(target));
  addEventListener("focusin", ({ target }) => closeOtherMenus(target));
  addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    // A second press while the form is on its way.
    if (target?.closest('button[aria-busy="true"]')) event.preventDefault();
    if (target?.closest(".theme-toggle")) toggleTheme();
    if (target?.closest(".menu__panel :is(a, button)")) closeOtherMenus(null);
  });
  addEventListener("keydown", (event) => {
    const menu = document.activeElement?.closest("details.menu");
    const open = document.querySelector("details.menu[open]");
    if (event.key === "Escape" && open) {
      closeOtherMenus(null);
      open.querySelector("summary")?.focus();
    }
    if (!menu) return;
    const items = [...menu.querySelectorAll("nav a, nav button")];
    const at = document.activeElement ? items.indexOf(document.activeElement) : -1;
    const last = items.length - 1;
    const next = { ArrowDown: at < last ? at + 1 : 0, ArrowUp: at > 0 ? at - 1 : last };
    const ends = at < 0 ? {} : { Home: 0, End: last };
    const item = items[{ ...next, ...ends }[event.key] ?? -1];
    if (!(item instanceof HTMLElement)) return;
    event.preventDefault();
    menu.setAttribute("open", "");
    item.focus();
  });

  const prefetched = root.dataset.prefetch;
  if (prefetched !== undefined) {
    addEventListener("submit", ({ submitter, defaultPrevented }) => {
      // Once the page is hydrated, React takes its forms.
      if (!defaultPrevented) submitter?.setAttribute("aria-busy", "true");
    });
    addEventListener("pageshow", () => {
      // The browser's Back button shows the page as it was left.
      for (const button of document.querySelectorAll("button[aria-busy]"))
        button.removeAttribute("aria-busy");
    });
    addEventListener("load", () => {
      (window.requestIdleCallback ?? setTimeout)(() => {
        for (const href of prefetched.split(" "))
          document.head.append(
            Object.assign(document.createElement("link"), { rel: "prefetch", as: "script", href }),
          );
      });
    });
  }
}
