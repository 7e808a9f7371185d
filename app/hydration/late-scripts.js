// Loads the framework's scripts of a page that waits for its first paint, or for its use: until a field takes the focus, or
// a link is pressed that needs them. They wait in the `<noscript>` before this script, which browsers that run scripts read
// as text. Until then, and if they do not load, the page works as without JavaScript.
{
  const script = document.currentScript;
  const waiting = document
    .createRange()
    .createContextualFragment(script?.previousElementSibling?.textContent ?? "");
  // The data of the page, which the scripts after this one add to. Those without a type load nothing.
  document.head.append(...waiting.querySelectorAll("script:not([type])"));
  const load = () => {
    if (!waiting.hasChildNodes()) return;
    const texts = document.createElement("link");
    const { texts: href } = document.documentElement.dataset;
    Object.assign(texts, { rel: "preload", as: "fetch", href, crossOrigin: "anonymous" });
    document.head.append(texts, waiting);
  };

  const countElements = () => document.querySelectorAll(":is(header, main, footer) *").length;
  /** On a page that waits for its use. @type {number | null} */
  let sentElements = null;
  /** How long a press waits for the hydration at most. */
  const HELD_MS = 3000;
  let isHydrated = false;
  /** The link whose press waits for the hydration. @type {HTMLElement | null} */
  let heldLink = null;

  /** @param {EventTarget | null} target */
  const loadFor = (target) => {
    if (!(target instanceof Element)) return;
    if (target.matches("input, select, textarea, [data-needs-hydration]")) load();
  };
  const releasePress = () => {
    isHydrated = true;
    heldLink?.removeAttribute("aria-busy");
    heldLink?.click();
    heldLink = null;
  };

  addEventListener("DOMContentLoaded", () => {
    loadFor(document.activeElement);
    if (script?.dataset.until === "used") sentElements = countElements();
    // A hidden page is not painted.
    else if (document.hidden) load();
    else new PerformanceObserver(load).observe({ type: "paint", buffered: true });
  });
  addEventListener("focusin", ({ target }) => loadFor(target));
  addEventListener("click", (event) => {
    const { target, metaKey, ctrlKey, shiftKey, altKey } = event;
    const link = target instanceof Element ? target.closest("[data-needs-hydration]") : null;
    if (!(link instanceof HTMLElement) || isHydrated || event.defaultPrevented) return;
    // The browser opens a tab or window itself.
    if (metaKey || ctrlKey || shiftKey || altKey) return;
    event.preventDefault();
    load();
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
