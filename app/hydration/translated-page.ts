import { useState } from "react";

/**
 * Returns a number that changes with the data of a page that the browser has translated. As a `key`, it has the page
 * drawn anew: a browser that translates replaces text nodes, which React can then neither change nor remove
 * (https://github.com/facebook/react/issues/11538). While the visitor types, the page stays.
 */
export function useDrawing(data: unknown): number {
  const [drawn, setDrawn] = useState({ data, drawing: 0 });
  if (drawn.data === data) return drawn.drawing;
  const drawing = isTranslated() && !isTyping() ? drawn.drawing + 1 : drawn.drawing;
  setDrawn({ data, drawing });
  return drawing;
}

/** True for the error of a change to a page that the browser has translated. */
export function isFromTranslation(error: unknown): boolean {
  return (
    typeof DOMException !== "undefined" &&
    error instanceof DOMException &&
    error.name === "NotFoundError"
  );
}

/** Browsers put what they translate into `<font>` elements, of which the shop has none. */
function isTranslated(): boolean {
  return document.querySelector("font") !== null;
}

function isTyping(): boolean {
  return document.activeElement?.matches("input, textarea, select") ?? false;
}
