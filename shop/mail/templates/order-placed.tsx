import { Button, Text } from "react-email";
import { formatCount, formatUsd } from "#lib/money.ts";
import type { ShopDetails, OrderPlacedMail } from "../mail.ts";
import { button, MailLayout, muted, text } from "./layout.tsx";
import { orderLink, AmountDue, AmountDueByMethod } from "./parts.tsx";

/** Renders the order confirmation: the order, the amount due, and a link to its page. */
export function OrderPlaced({ message, shop }: { message: OrderPlacedMail; shop: ShopDetails }) {
  const { orderId, coins, tiktokUsername, totalCents, payment } = message;
  return (
    <MailLayout
      preview={`${formatCount(coins)} coins for @${tiktokUsername}, ${formatUsd(totalCents)}`}
      heading={`Order ${orderId} is placed`}
      shop={shop}
    >
      <Text style={text}>
        {formatCount(coins)} coins for @{tiktokUsername}, {formatUsd(totalCents)} in total.
      </Text>
      {payment && "method" in payment ? (
        <AmountDueByMethod due={payment} />
      ) : payment ? (
        <AmountDue payment={payment} remark="After that, the order’s page offers a new one." />
      ) : (
        <Text style={text}>
          Your payment has been seen. There is nothing more to do: the coins follow once it is
          confirmed.
        </Text>
      )}
      {shop.delivery && <Text style={text}>{shop.delivery.unpaid}</Text>}
      <Button href={orderLink(shop.appUrl, message)} style={button}>
        Follow this order
      </Button>
      <Text className="mail-muted" style={{ ...muted, margin: "16px 0 0" }}>
        Or open Track Order in the shop, and enter the order ID {orderId} and this email address.
      </Text>
    </MailLayout>
  );
}
