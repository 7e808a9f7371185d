import { type PointerEvent as ReactPointerEvent, useEffect, useRef, useState } from "react";
import type { Order } from "./use-order.ts";

export interface Drag {
  /** What is dragged at the moment. */
  id: string | null;
  startOf: (id: string) => (event: ReactPointerEvent) => void;
}

/**
 * Dragging by mouse, pen or finger: the package follows to where the pointer is, and `drop` is called when it is
 * let go. Escape gives up. Elements that can be dropped on carry `data-package`.
 */
export function useDrag(order: Order, drop: (id: string, position: number) => void): Drag {
  const [id, setId] = useState<string | null>(null);
  const position = useRef<number | null>(null);

  // On the window: the page moves what is dragged, and an element that moves loses the pointer.
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
      // No text is selected on the way.
      event.preventDefault();
      setId(own);
    },
  };
}
