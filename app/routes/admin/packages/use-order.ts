import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { href, useFetcher } from "react-router";
import { notify } from "#app/ui/toaster.tsx";
import { useRefresh } from "#app/live.ts";
import type { Answer } from "#app/answer.ts";

interface Move {
  id: string;
  position: number;
  /** The order of ids that the move was made in. */
  seen: readonly string[];
}

export interface Order {
  ids: readonly string[];
  /** Moves a package to this position, counted from 0, and saves it. */
  move: (id: string, position: number) => void;
  /** Shows the package there without saving; `move` or `drop` follows. */
  preview: (id: string, position: number) => void;
  /** Discards the preview. */
  drop: () => void;
}

function reorder(ids: readonly string[], id: string, position: number): string[] {
  return ids.filter((each) => each !== id).toSpliced(position, 0, id);
}

/**
 * The order of the grid: `saved`, until something is moved. Moves are shown at once and submitted one after the other,
 * since each contains the order it was made in.
 */
export function useOrder(saved: readonly string[]): Order {
  const fetcher = useFetcher<Answer>();
  const refresh = useRefresh();
  const [base, setBase] = useState<readonly string[] | null>(null);
  const [shown, setShown] = useState<readonly string[] | null>(null);
  const waiting = useRef<Move[]>([]);
  const underWay = useRef(false);

  const sendNext = () => {
    const next = waiting.current.shift();
    underWay.current = next !== undefined;
    if (!next) {
      setBase(null);
      setShown(null);
      return;
    }
    const { id, position, seen } = next;
    void fetcher.submit(
      { intent: "move", script: "on", id, position, seen: seen.join(" ") },
      { method: "post", action: href("/admin/packages") },
    );
  };

  const { state, data } = fetcher;
  const onResponse = useEffectEvent((response: Answer | undefined) => {
    if (!underWay.current) return;
    if (response?.message) {
      waiting.current = [];
      notify.error(response.message);
      refresh();
    }
    sendNext();
  });
  useEffect(() => {
    if (state === "idle") onResponse(data);
  }, [state, data]);

  const settled = base ?? saved;
  return {
    ids: shown ?? settled,
    move: (id, position) => {
      const next = reorder(settled, id, position);
      setShown(null);
      if (next.join(" ") === settled.join(" ")) return;
      setBase(next);
      waiting.current.push({ id, position, seen: settled });
      if (!underWay.current) sendNext();
    },
    preview: (id, position) => setShown(reorder(settled, id, position)),
    drop: () => setShown(null),
  };
}

/** Restores the focus of a control that lost it by being moved in the page. */
export function useKeepFocus(order: readonly string[]): (id: string) => void {
  const wanted = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (wanted.current) document.getElementById(wanted.current)?.focus();
    wanted.current = null;
  }, [order]);
  return (id) => {
    wanted.current = id;
  };
}
