// Hydrates a page when it is painted or used (`static-page.ts`): when a field takes the focus, or a link is pressed that
// needs it. Until then, and if the scripts do not load, the page works as without JavaScript. It is inlined in the head of
// such pages.
{
  const countElements = () => document.querySelectorAll(":is(header, main, footer) *").length;
  /** On a page that is hydrated when it is used. @type {number | null} */
  let sentElements = null;
  /** How long a press waits for the hydration at most. */
  const HELD_MS = 3000;
  let isHydrated = false;
  /** The link whose press waits for the hydration. @type {HTMLElement | null} */
  let heldLink = null;

  const findScript = () => document.querySelector("script[data-hydrates]");

  const hydrate = () => {
    const inert = findScript();
    if (!(inert instanceof HTMLScriptElement)) return;
    for (const href of inert.dataset.files?.split(" ") ?? [])
      document.head.append(
        Object.assign(document.createElement("link"), { rel: "modulepreload", href }),
      );
    document.head.append(
      Object.assign(document.createElement("link"), {
        rel: "preload",
        as: "fetch",
        href: document.documentElement.dataset.texts,
        crossOrigin: "anonymous",
      }),
    );
    const { nonce, textContent } = inert;
    const script = document.createElement("script");
    document.head.append(Object.assign(script, { type: "module", nonce, textContent }));
    delete inert.dataset.hydrates;
  };

  /** @param {EventTarget | null} target */
  const hydrateFor = (target) => {
    if (!(target instanceof Element)) return;
    if (target.matches("input, select, textarea, [data-needs-hydration]")) hydrate();
  };

  const releasePress = () => {
    isHydrated = true;
    heldLink?.removeAttribute("aria-busy");
    heldLink?.click();
    heldLink = null;
  };

  addEventListener("DOMContentLoaded", () => {
    hydrateFor(document.activeElement);
    const script = findScript();
    if (script?.getAttribute("data-hydrates") === "when-used") sentElements = countElements();
    // A hidden page is not painted.
    else if (document.hidden) hydrate();
    else new PerformanceObserver(hydrate).observe({ type: "paint", buffered: true });
  });
  addEventListener("focusin", ({ target }) => hydrateFor(target));
  addEventListener("click", (event) => {
    const { target, metaKey, ctrlKey, shiftKey, altKey } = event;
    const link = target instanceof Element ? target.closest("[data-needs-hydration]") : null;
    if (!(link instanceof HTMLElement) || isHydrated || event.defaultPrevented) return;
    // The browser opens a tab or window itself.
    if (metaKey || ctrlKey || shiftKey || altKey) return;
    event.preventDefault();
    hydrateFor(link);
    heldLink = link;
    link.setAttribute("aria-busy", "true");
    // On a slow connection, the link is followed without hydration.
    setTimeout(releasePress, HELD_MS);
  });

  // Both are dispatched by `entry.client.tsx`.
  addEventListener("hydrate", (event) => {
    if (sentElements === null || sentElements === countElements()) return;
    // The browser has translated the page, or an extension added to it: React would replace the fields.
    event.preventDefault();
    releasePress();
  });
  addEventListener("hydrated", releasePress);
}
