// Loads the framework's scripts once the page is painted, so that they do not delay that, or as soon as a field takes the
// focus. They wait in the `<noscript>` before this script, which browsers that run scripts read as text. Until then, and
// if they do not load, the page works as without JavaScript.
{
  const waiting = document
    .createRange()
    .createContextualFragment(document.currentScript?.previousElementSibling?.textContent ?? "");
  // The data of the page, which the scripts after this one add to. Those without a type load nothing.
  document.head.append(...waiting.querySelectorAll("script:not([type])"));
  const load = () => document.head.append(waiting);
  addEventListener("focusin", load, { once: true });
  // A hidden page is not painted.
  if (document.hidden) load();
  else new PerformanceObserver(load).observe({ type: "paint", buffered: true });
}
