import { type RefObject, useEffectEvent, useLayoutEffect } from "react";
import type { TextForm } from "./text-forms.ts";

/** What the keys of the work list do. All but `move` and `undo` concern the current row. */
export interface WorkKeys {
  move: (step: 1 | -1) => void;
  copy: (what: "username" | "UID") => void;
  complete: () => void;
  ask: (kind: TextForm) => void;
  undo: () => void;
}

/** Listens for the keys of the work list while the focus is in it, or nowhere. */
export function useWorkKeys(region: RefObject<HTMLElement | null>, act: WorkKeys): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
    const target = event.target as Element;
    const isNowhere = target === document.body || target === region.current;
    if (!isNowhere && !region.current?.contains(target)) return;
    if (event.key === "Enter") {
      const isOnComplete = target.id.startsWith("complete-");
      // Elsewhere Enter activates what has the focus. Held down, it would complete one order after the other.
      if (!isNowhere && !(isOnComplete && event.repeat)) return;
      event.preventDefault();
      if (isNowhere && !event.repeat) act.complete();
      return;
    }
    const keys: Record<string, () => void> = {
      j: () => act.move(1),
      arrowdown: () => act.move(1),
      k: () => act.move(-1),
      arrowup: () => act.move(-1),
      c: () => act.copy(event.shiftKey ? "UID" : "username"),
      u: act.undo,
      a: () => act.ask("question"),
      x: () => act.ask("reject"),
      n: () => act.ask("note"),
    };
    const key = event.key.toLowerCase();
    if (!Object.hasOwn(keys, key)) return;
    // The key must not be typed into the field of the dialog that it opens.
    event.preventDefault();
    keys[key]?.();
  });
  // A layout effect, so that quick key presses between renders are not lost.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);
}
