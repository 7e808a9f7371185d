import type { KeyboardEvent } from "react";

/**
 * Keeps Tab inside a modal dialog. `showModal()` already makes the page behind it inert; this also keeps the focus from
 * moving to the browser's own toolbar.
 */
export function trapFocus(event: KeyboardEvent<HTMLDialogElement>): void {
  if (event.key !== "Tab" || event.defaultPrevented) return;
  const focusable = [
    ...event.currentTarget.querySelectorAll<HTMLElement>(
      "a[href], button, summary, input:not([type=hidden]), select, textarea, [tabindex='0']",
    ),
  ].filter((element) => !element.matches(":disabled") && element.checkVisibility());
  const next = event.shiftKey ? focusable.at(-1) : focusable[0];
  const last = event.shiftKey ? focusable[0] : focusable.at(-1);
  if (document.activeElement !== last) return;
  event.preventDefault();
  next?.focus();
}
