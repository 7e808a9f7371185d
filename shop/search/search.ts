import type { Goods, GoodsRecipient } from "../catalog/goods.ts";
import type { Placement } from "../catalog/package.ts";
import type { OrderStatus } from "../orders/order.ts";

/** The hits of the quick search: a few of each kind, the best first. */
export interface SearchHits {
  orders: FoundOrder[];
  customers: FoundCustomer[];
  packages: FoundPackage[];
}

export interface FoundOrder extends GoodsRecipient {
  id: string;
  status: OrderStatus;
  totalCents: number | null;
}

export interface FoundCustomer {
  email: string;
  name: string | null;
  orders: number;
}

export interface FoundPackage extends Goods {
  id: string;
  priceCents: number;
  placement: Placement;
}
