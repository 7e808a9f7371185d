import { Form, useNavigation } from "react-router";
import { Button, type ButtonLook } from "#app/ui/button.tsx";
import type { OrderStatus } from "#shop/orders/order.ts";
import { buyAgainPath } from "./order-paths.ts";

export interface BuyAgainProps extends Pick<ButtonLook, "size"> {
  order: { id: string; status: OrderStatus };
}

/** The Buy again button, which leads to step 2 with the package and the recipient of an order. */
export function BuyAgain({ order, size }: BuyAgainProps) {
  const { formAction } = useNavigation();
  // A pending order is to be paid first.
  if (order.status === "pending") return null;
  const path = buyAgainPath(order.id);
  return (
    <Form method="post" action={path}>
      <Button
        type="submit"
        size={size}
        busy={formAction === path}
        aria-label={`Buy again, order ${order.id}`}
      >
        Buy again
      </Button>
    </Form>
  );
}
