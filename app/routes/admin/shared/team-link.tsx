import { href, Link } from "react-router";
import { useRootData } from "#app/root-data.ts";
import { mayOpen } from "#shop/accounts/access.ts";

/** Returns whether the role of this user may open a page of the back office, such as `/admin/orders`. */
export function useMayOpen(path: string): boolean {
  return mayOpen(useRootData()?.account?.role ?? "customer", path);
}

interface OrderLinkProps {
  orderId: string;
  className?: string;
}

/** A link to an order's panel; its text only for those who may not open it. */
export function OrderLink({ orderId, className }: OrderLinkProps) {
  if (!useMayOpen(href("/admin/orders"))) return <span className="mono">{orderId}</span>;
  return (
    <Link className={className} to={href("/admin/orders/:orderId", { orderId })}>
      {orderId}
    </Link>
  );
}
