import { t } from "#messages/translate.ts";
import type { Goods } from "#shop/catalog/goods.ts";
import { Form, useNavigation } from "react-router";
import { Button, type ButtonLook } from "#app/ui/button.tsx";
import type { OrderStatus } from "#shop/orders/order.ts";
import { buyAgainPath } from "./order-paths.ts";

export interface BuyAgainProps extends Pick<ButtonLook, "size"> {
  order: { id: string; status: OrderStatus } & Pick<Goods, "kind">;
}

/** The Buy again button, which leads to step 2 with the package and the recipient of an order of coins. */
export function BuyAgain({ order, size }: BuyAgainProps) {
  const { formAction } = useNavigation();
  // A pending order is to be paid first.
  if (order.status === "pending" || order.kind) return null;
  const path = buyAgainPath(order.id);
  return (
    <Form method="post" action={path}>
      <Button
        type="submit"
        size={size}
        busy={formAction === path}
        aria-label={t("goods.buyAgainOrder", { id: order.id })}
      >
        {t("goods.buyAgain")}
      </Button>
    </Form>
  );
}
