import type { ClientInstrumentation } from "react-router";

/** Where the address of the navigation that is under way is stored; `page-script.js` reads it. */
const STORAGE_KEY = "navigating-to";

/**
 * Stores where a navigation leads while it is under way. When an upgrade has removed the files of the pressed page, React
 * Router reloads the page that the link is on (`loadRouteModule` in its lib/dom/ssr/routeModules.ts); then
 * `page-script.js` goes on to the pressed one, also where the page does not hydrate.
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

/** Uses the storage of the tab, where there is one. */
function storage(use: (session: Storage) => void): void {
  try {
    use(window.sessionStorage);
  } catch {
    // Blocked by the browser: the page that was open is shown.
  }
}
