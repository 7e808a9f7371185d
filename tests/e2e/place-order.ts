import type { Shop } from "./shop.ts";
import { type Buyer, someBuyer } from "./steps.ts";

export interface PlacedOrder {
  id: string;
  buyer: Buyer;
  /** What it is to be paid with. */
  payment: { address: string; sats: number };
}

/** Places an order as a browser without JavaScript does, by plain form posts: in a fraction of a second. */
export async function placeOrder(
  shop: Shop,
  options: { packageId?: string; buyer?: Partial<Buyer> } = {},
): Promise<PlacedOrder> {
  const buyer = { ...someBuyer(), ...options.buyer };
  let cookie = "";
  const ask = async (path: string, form?: Record<string, string>) => {
    const response = await fetch(`${shop.url}${path}`, {
      redirect: "manual",
      headers: { cookie, origin: shop.url },
      ...(form && { method: "POST", body: new URLSearchParams(form) }),
    });
    const [set] = response.headers.getSetCookie();
    cookie ||= set?.split(";")[0] ?? "";
    return { text: await response.text(), location: response.headers.get("location") ?? "" };
  };

  await ask("/checkout", { intent: "select", packageId: options.packageId ?? "2" });
  await ask("/checkout", {
    intent: "account",
    tiktokUsername: buyer.username,
    tiktokUid: buyer.uid ?? "",
    email: buyer.email,
  });
  const payment = await ask("/checkout?step=payment");
  const uri = /bitcoin:(\w+)\?amount=(\d+)\.(\d{8})/.exec(payment.text);
  const confirm = await ask("/checkout?step=confirm");
  const checkoutId = /name="checkoutId" value="([^"]+)"/.exec(confirm.text)?.[1] ?? "";
  const placed = await ask("/checkout", { intent: "confirm", checkoutId });
  const id = /orderId=([A-Z0-9]{7})/.exec(placed.location)?.[1];
  if (!id || !uri?.[1]) throw new Error(`no order was placed: ${placed.location}`);
  return { id, buyer, payment: { address: uri[1], sats: Number(`${uri[2]}${uri[3]}`) } };
}
