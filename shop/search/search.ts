import type { Placement } from "../catalog/package.ts";
import type { OrderStatus } from "../orders/order.ts";

/** The hits of the quick search: a few of each kind, the best first. */
export interface SearchHits {
  orders: FoundOrder[];
  customers: FoundCustomer[];
  packages: FoundPackage[];
}

export interface FoundOrder {
  id: string;
  tiktokUsername: string;
  status: OrderStatus;
  totalCents: number | null;
}

export interface FoundCustomer {
  email: string;
  name: string | null;
  orders: number;
}

export interface FoundPackage {
  id: string;
  coins: number;
  priceCents: number;
  placement: Placement;
}
