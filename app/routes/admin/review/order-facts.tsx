import { href, Link } from "react-router";
import { DrawerSection } from "#app/ui/drawer.tsx";
import { KeyValueList } from "#app/ui/kv.tsx";
import { formatCount, formatUsd } from "#lib/money.ts";
import type { ReviewDetails } from "#shop/payments/review/review-view.ts";

/** The order that money is for, and its buyer; nothing for money that is nobody's. */
export function OrderFacts({ order, buyer }: Pick<ReviewDetails, "order" | "buyer">) {
  if (!buyer) return null;
  return (
    <DrawerSection title="Order">
      <KeyValueList
        rows={[
          {
            label: "Order ID",
            value:
              order && !order.deleted ? (
                <Link
                  className="link mono"
                  to={href("/admin/orders/:orderId", { orderId: order.id })}
                >
                  {order.id}
                </Link>
              ) : (
                (order?.id ?? "Removed for good")
              ),
          },
          { label: "Package", value: `${formatCount(buyer.coins)} coins` },
          { label: "Price", value: formatUsd(buyer.priceCents) },
          { label: "TikTok username", value: `@${buyer.tiktokUsername}` },
          {
            label: "Email",
            value: (
              <a className="link" href={`mailto:${buyer.email}`}>
                {buyer.email}
              </a>
            ),
          },
        ]}
      />
    </DrawerSection>
  );
}
