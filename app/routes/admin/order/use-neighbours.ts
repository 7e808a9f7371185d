import { useLayoutEffect } from "react";
import { useNavigate } from "react-router";
import type { OrderPage, OrderQuery } from "#shop/orders/order-list.ts";
import { orderPath } from "../orders/list-query.ts";

/** The orders before and after this one in the list, across its pages; arrow keys lead there. */
export function useNeighbours(orderId: string, query: OrderQuery, page: OrderPage) {
  const at = page.orders.findIndex(({ id }) => id === orderId);
  const to = (place: number, beyond: OrderPage["next"]) => {
    const neighbour = page.orders[place];
    if (neighbour) return orderPath(neighbour.id, query);
    return beyond && orderPath(beyond.orderId, { ...query, cursor: beyond.cursor });
  };
  // An order that is not on this page of the list has no neighbours there.
  const previousTo = at === -1 ? null : to(at - 1, page.previous);
  const nextTo = at === -1 ? null : to(at + 1, page.next);

  const navigate = useNavigate();
  // At once, not after the next frame: who presses quickly loses no key.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const next = { ArrowUp: previousTo, ArrowDown: nextTo }[event.key];
      if (!next || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
      // In a field the arrows move the cursor; above the panel stands a question that waits.
      if ((event.target as Element).closest("input, textarea, select, [role=alertdialog]")) return;
      event.preventDefault();
      // In place of the one before, so that Back closes the panel.
      void navigate(next, { replace: true, preventScrollReset: true });
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [navigate, previousTo, nextTo]);

  return { previousTo, nextTo };
}
