import { type PointerEvent as ReactPointerEvent, useEffect, useRef, useState } from "react";
import type { Order } from "./use-order.ts";

export interface Drag {
  /** Id of the dragged package. */
  id: string | null;
  startOf: (id: string) => (event: ReactPointerEvent) => void;
}

/**
 * Reorders by mouse, pen or touch: the package follows the pointer, and `drop` is called on release. Escape cancels.
 * Drop targets carry `data-package`.
 */
export function useDrag(order: Order, drop: (id: string, position: number) => void): Drag {
  const [id, setId] = useState<string | null>(null);
  const position = useRef<number | null>(null);

  // On the window: the dragged element is moved in the page and would lose pointer capture.
  useEffect(() => {
    if (!id) return;
    const stop = (save: boolean) => {
      if (save && position.current !== null) drop(id, position.current);
      else order.drop();
      position.current = null;
      setId(null);
    };
    const onMove = (event: PointerEvent) => {
      const below = document.elementFromPoint(event.clientX, event.clientY);
      const over = below?.closest<HTMLElement>("[data-package]")?.dataset.package;
      if (!over || over === id) return;
      position.current = order.ids.indexOf(over);
      order.preview(id, position.current);
    };
    const onUp = () => stop(true);
    const onCancel = () => stop(false);
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Escape") stop(false);
    };
    window.addEventListener("pointermove", onMove);
    window.addEventListener("pointerup", onUp);
    window.addEventListener("pointercancel", onCancel);
    window.addEventListener("keydown", onKey);
    return () => {
      window.removeEventListener("pointermove", onMove);
      window.removeEventListener("pointerup", onUp);
      window.removeEventListener("pointercancel", onCancel);
      window.removeEventListener("keydown", onKey);
    };
  });

  return {
    id,
    startOf: (own) => (event) => {
      if (event.button !== 0) return;
      // Prevents text selection while dragging.
      event.preventDefault();
      setId(own);
    },
  };
}
