import { type RefObject, useLayoutEffect, useRef, useState } from "react";

/** The id of the button that completes an order; the current row has the focus on it. */
export function completeId(orderId: string): string {
  return `complete-${orderId}`;
}

export interface CurrentRow {
  currentId: string | null;
  region: RefObject<HTMLDivElement | null>;
  /** Makes the row of this order current, without moving the focus. */
  select: (id: string) => void;
  /** Moves to the next or previous row. */
  moveTo: (step: 1 | -1) => void;
  /** Moves on from the row of this order, which is leaving the list. */
  moveOn: (id: string) => void;
  /** Moves to this order once it is in the list. */
  want: (id: string) => void;
}

/** Which row of the work list the keys act on. When it leaves the list, the row at its place follows. */
export function useCurrentRow(ids: readonly string[], isDialogOpen: boolean): CurrentRow {
  const [selected, setSelected] = useState<string | null>(ids[0] ?? null);
  const region = useRef<HTMLDivElement>(null);
  const wanted = useRef<string | null>(null);
  const place = useRef(0);

  const at = selected === null ? -1 : ids.indexOf(selected);
  const currentId = ids[at === -1 ? Math.min(place.current, ids.length - 1) : at] ?? null;
  const shown = ids.join(" ");

  // Focuses the first row when the screen opens, and another row when the focused one has left the list.
  useLayoutEffect(() => {
    if (currentId !== null) place.current = ids.indexOf(currentId);
    if (isDialogOpen) return;
    const { activeElement } = document;
    const isLost = activeElement === document.body || activeElement === region.current;
    const target = wanted.current !== null && ids.includes(wanted.current) ? wanted.current : null;
    if (target !== null) {
      wanted.current = null;
      focusRow(target);
    } else if (isLost) {
      if (currentId === null) region.current?.focus({ preventScroll: true });
      else focusRow(currentId);
    }
    // `shown` stands for `ids`, a new array each time.
  }, [shown, currentId, isDialogOpen]);
  // After a navigation the focus is still on the link in the navigation.
  useLayoutEffect(() => {
    const first = region.current?.querySelector<HTMLElement>("[id^=complete-]");
    (first ?? region.current)?.focus({ preventScroll: true });
  }, []);

  return {
    currentId,
    region,
    select: setSelected,
    moveTo: (step) => {
      const id = ids[(currentId === null ? -1 : ids.indexOf(currentId)) + step];
      if (id) focusRow(id);
    },
    moveOn: (id) => {
      const index = ids.indexOf(id);
      const next = ids[index + 1] ?? ids[index - 1];
      if (next) focusRow(next);
      else region.current?.focus();
    },
    want: (id) => {
      wanted.current = id;
    },
  };
}

/** Focuses the row's button, which makes it the current row. */
function focusRow(id: string): void {
  document.querySelector<HTMLElement>(`#${completeId(id)}`)?.focus();
}
