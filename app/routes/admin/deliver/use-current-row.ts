import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from "react";

/** The id of the button that completes an order; the current row has the focus on it. */
export function completeId(orderId: string): string {
  return `complete-${orderId}`;
}

export interface CurrentRow {
  currentId: string | null;
  /** Moves to the next or previous row. */
  moveTo: (step: 1 | -1) => void;
  /** Moves on from the row of this order, which is leaving the list. */
  moveOn: (id: string) => void;
  /** Moves to this order once it is in the list. */
  want: (id: string) => void;
}

/** Which row of the work list the keys act on. When it leaves the list, the row at its place follows. */
export function useCurrentRow(
  ids: readonly string[],
  region: RefObject<HTMLElement | null>,
  isDialogOpen: boolean,
): CurrentRow {
  const [selected, setSelected] = useState<string | null>(ids[0] ?? null);
  const [place, setPlace] = useState(0);
  const wanted = useRef<string | null>(null);

  const at = selected === null ? -1 : ids.indexOf(selected);
  if (at !== -1 && at !== place) setPlace(at);
  const currentId = ids[at === -1 ? Math.min(place, ids.length - 1) : at] ?? null;

  // Focuses another row when the focused one has left the list.
  const follow = useEffectEvent(() => {
    if (isDialogOpen) return;
    const { activeElement } = document;
    const isLost = activeElement === document.body || activeElement === region.current;
    if (wanted.current !== null && ids.includes(wanted.current)) {
      focusRow(wanted.current);
      wanted.current = null;
    } else if (isLost) {
      if (currentId === null) region.current?.focus({ preventScroll: true });
      else focusRow(currentId);
    }
  });
  const shown = ids.join(" ");
  useLayoutEffect(() => follow(), [shown, currentId, isDialogOpen]);
  // After a navigation the focus is still on the link in the navigation.
  useLayoutEffect(() => {
    const first = region.current?.querySelector<HTMLElement>("[id^=complete-]");
    (first ?? region.current)?.focus({ preventScroll: true });
  }, [region]);
  // The row that has the focus, on any of its controls, is the current one.
  useLayoutEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      const row = (target as Element).closest<HTMLElement>("[data-order]");
      if (row?.dataset.order) setSelected(row.dataset.order);
    };
    document.addEventListener("focusin", onFocus);
    return () => document.removeEventListener("focusin", onFocus);
  }, []);

  return {
    currentId,
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
