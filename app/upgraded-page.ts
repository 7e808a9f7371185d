import type { ClientInstrumentation } from "react-router";

/** Where the address of the navigation that is under way is stored, for the page that a reload opens. */
const STORAGE_KEY = "navigating-to";

/**
 * Stores where a navigation leads while it is under way. When an upgrade has removed the files of the pressed page, React
 * Router reloads the page that the link is on (`loadRouteModule` in its lib/dom/ssr/routeModules.ts); then
 * `openPressedPage` goes on to the pressed one.
 */
export const rememberPressedPage: ClientInstrumentation = {
  router: (router) =>
    router.instrument({
      navigate: async (navigate, { to, formMethod }) => {
        // A form is not sent twice.
        if (typeof to !== "string" || formMethod !== undefined) return void (await navigate());
        storage((session) => session.setItem(STORAGE_KEY, to));
        await navigate();
        // A newer navigation may have taken its place.
        storage((session) => {
          if (session.getItem(STORAGE_KEY) === to) session.removeItem(STORAGE_KEY);
        });
      },
    }),
};

/** Opens the page that was pressed before the tab reloaded; call it when the document starts. */
export function openPressedPage(): void {
  storage((session) => {
    const to = session.getItem(STORAGE_KEY);
    session.removeItem(STORAGE_KEY);
    const [entry] = performance.getEntriesByType("navigation");
    const isReload = (entry as PerformanceNavigationTiming | undefined)?.type === "reload";
    if (to?.startsWith("/") && isReload) window.location.replace(to);
  });
}

/** Uses the storage of the tab, where there is one. */
function storage(use: (session: Storage) => void): void {
  try {
    use(window.sessionStorage);
  } catch {
    // Blocked by the browser: the page that was open is shown.
  }
}
