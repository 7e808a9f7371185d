import type { ReactNode } from "react";

/** A small fact beside a number: a discount, or the unit BTC. Never an order's status. */
export function Tag({ tone, children }: { tone?: "btc"; children: ReactNode }) {
  return <span className={tone ? `tag tag--${tone}` : "tag"}>{children}</span>;
}
