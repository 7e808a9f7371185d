import { setTimeout as delay } from "node:timers/promises";
import type { Shop } from "./shop.ts";
import { type Buyer, someBuyer } from "./steps.ts";

export interface PlacedOrder {
  id: string;
  buyer: Buyer;
  /** What it is to be paid with. */
  payment: Payment;
}

interface Payment {
  address: string;
  sats: number;
}

/** Places an order as a browser without JavaScript does, by plain form posts: in a fraction of a second. */
export async function placeOrder(
  shop: Shop,
  options: {
    packageId?: string;
    buyer?: Partial<Buyer>;
    /** Asks again for as long as nobody answers. */
    patient?: boolean;
    /** The network address that it comes from, to a shop that believes who forwards. */
    from?: string;
    /** What is done before Confirm Order. */
    onPayment?: (payment: Payment) => Promise<void>;
  } = {},
): Promise<PlacedOrder> {
  const buyer = { ...someBuyer(), ...options.buyer };
  const ask = browse(shop, { patient: options.patient ?? false, from: options.from });

  await ask("/checkout", { intent: "select", packageId: options.packageId ?? "2" });
  await ask("/checkout", {
    intent: "account",
    tiktokUsername: buyer.username,
    tiktokUid: buyer.uid ?? "",
    email: buyer.email,
  });
  const page = await ask("/checkout?step=payment");
  const uri = /bitcoin:(\w+)\?amount=(\d+)\.(\d{8})/.exec(page.text);
  if (!uri?.[1]) throw new Error(`no amount was opened: ${page.location}`);
  const payment = { address: uri[1], sats: Number(`${uri[2]}${uri[3]}`) };
  await options.onPayment?.(payment);
  const confirm = await ask("/checkout?step=confirm");
  const checkoutId = /name="checkoutId" value="([^"]+)"/.exec(confirm.text)?.[1] ?? "";
  const placed = await ask("/checkout", { intent: "confirm", checkoutId });
  const id = /orderId=([A-Z0-9]{7})/.exec(placed.location)?.[1];
  if (!id) throw new Error(`no order was placed: ${placed.location}`);
  return { id, buyer, payment };
}

/** A browser without JavaScript, of which only the cookie is left; answers with what a page says and where it leads. */
function browse(shop: Shop, { patient, from }: { patient: boolean; from: string | undefined }) {
  let cookie = "";
  const forwarded: Record<string, string> = from === undefined ? {} : { "x-forwarded-for": from };
  return async (path: string, form?: Record<string, string>) => {
    for (;;) {
      try {
        const response = await fetch(`${shop.url}${path}`, {
          redirect: "manual",
          headers: { cookie, origin: shop.url, ...forwarded },
          ...(form && { method: "POST", body: new URLSearchParams(form) }),
        });
        const [set] = response.headers.getSetCookie();
        cookie ||= set?.split(";")[0] ?? "";
        const text = await response.text();
        if (response.status >= 500) throw new Error(`${path}: ${response.status} ${text}`);
        return { text, location: response.headers.get("location") ?? "" };
      } catch (error) {
        // What fetch itself throws is that nobody answered, or not to the end.
        if (!patient || !(error instanceof TypeError)) throw error;
        await delay(50);
      }
    }
  };
}
