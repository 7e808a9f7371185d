import type { KeyboardEvent } from "react";

/**
 * For a modal dialog. What lies behind takes no focus anyway; this keeps it from leaving for the
 * browser's own bar.
 */
export function keepFocusInside(event: KeyboardEvent<HTMLDialogElement>): void {
  if (event.key !== "Tab" || event.defaultPrevented) return;
  const stops = [
    ...event.currentTarget.querySelectorAll<HTMLElement>(
      "a[href], button, summary, input:not([type=hidden]), select, textarea, [tabindex='0']",
    ),
  ].filter((element) => !element.matches(":disabled") && element.checkVisibility());
  const next = event.shiftKey ? stops.at(-1) : stops[0];
  const last = event.shiftKey ? stops[0] : stops.at(-1);
  if (document.activeElement !== last) return;
  event.preventDefault();
  next?.focus();
}
