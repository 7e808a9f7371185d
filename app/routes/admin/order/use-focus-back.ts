import { useEffect, useRef } from "react";
import { href } from "react-router";

/** When the panel closes, the focus goes to the row of the order that it showed last. */
export function useFocusBack(orderId: string): void {
  const last = useRef(orderId);
  useEffect(() => {
    last.current = orderId;
  }, [orderId]);
  useEffect(
    () => () => {
      const path = href("/admin/orders/:orderId", { orderId: last.current });
      const rows = [...document.querySelectorAll<HTMLAnchorElement>("a.row-link")];
      const row = rows.find(({ pathname }) => pathname === path);
      // The row of a deleted order is gone: on with the list.
      (row ?? document.querySelector<HTMLElement>("#main"))?.focus();
    },
    [],
  );
}
