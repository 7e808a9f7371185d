// Hydrates a page when it is used (`hydratesWhenUsed` in `static-page.ts`): when a field takes the focus, or a link is
// pressed that needs it. Until then, and if the scripts do not load, the page works as without JavaScript. It is inlined in
// the head of such pages.
{
  const countElements = () => document.querySelectorAll(":is(header, main, footer) *").length;
  let sentElements = 0;
  let isHydrated = false;
  /** The link whose press waits for the hydration. @type {HTMLElement | null} */
  let heldLink = null;

  /** @param {EventTarget | null} target */
  const hydrateFor = (target) => {
    const inert = document.querySelector("script[data-when-used]");
    if (!(inert instanceof HTMLScriptElement && target instanceof Element)) return;
    if (!target.matches("input, select, textarea, [data-needs-hydration]")) return;
    delete inert.dataset.whenUsed;
    const { nonce, textContent } = inert;
    const script = document.createElement("script");
    document.head.append(Object.assign(script, { type: "module", nonce, textContent }));
  };

  const releasePress = () => {
    isHydrated = true;
    heldLink?.removeAttribute("aria-busy");
    heldLink?.click();
    heldLink = null;
  };

  addEventListener("DOMContentLoaded", () => {
    sentElements = countElements();
    hydrateFor(document.activeElement);
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
    // On a slow connection, the link is followed.
    setTimeout(releasePress, 3000);
  });

  // Both are dispatched by `entry.client.tsx`.
  addEventListener("hydrate", (event) => {
    if (countElements() === sentElements) return;
    // The browser has translated the page, or an extension added to it: React would replace the fields.
    event.preventDefault();
    releasePress();
  });
  addEventListener("hydrated", releasePress);
}
