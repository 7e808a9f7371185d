import { setTimeout as delay } from "node:timers/promises";
import type { Page } from "@playwright/test";
import type { Shop } from "./shop-process.ts";
import { type Buyer, createBuyer } from "./steps.ts";

export interface PlacedOrder {
  id: string;
  buyer: Buyer;
  /** The address and amount to pay. */
  payment: Payment;
  /** The visitor's cookie. */
  cookie: { name: string; value: string };
}

interface Payment {
  address: string;
  sats: number;
  /** The Lightning invoice, if the buyer asked for one; the address is empty then. */
  invoice: string | null;
}

/** Places an order by plain form posts, as a browser without JavaScript does: in a fraction of a second. */
export async function placeOrder(
  shop: Shop,
  options: {
    packageId?: string;
    buyer?: Partial<Buyer>;
    /** Asks for a Lightning invoice, again until the node can make one. */
    byLightning?: boolean;
    /** Chooses Bitcoin and the chain first, in a shop that takes payments in several ways. */
    onChain?: boolean;
    /** Retries after connection errors. */
    retries?: boolean;
    /** The client address in X-Forwarded-For, for a shop that trusts it. */
    from?: string;
    /** Runs before Confirm Order. */
    onPayment?: (payment: Payment) => Promise<void>;
  } = {},
): Promise<PlacedOrder> {
  const buyer = { ...createBuyer(), ...options.buyer };
  const { request, cookie } = browse(shop, {
    retries: options.retries ?? false,
    from: options.from,
  });

  await request("/checkout", { intent: "select", packageId: options.packageId ?? "2" });
  await request("/checkout", {
    intent: "account",
    tiktokUsername: buyer.username,
    tiktokUid: buyer.uid ?? "",
    email: buyer.email,
  });
  if (options.onChain)
    await request("/checkout", { intent: "method", method: "bitcoin", way: "chain" });
  const payment = options.byLightning ? await readInvoice(request) : await readAddress(request);
  await options.onPayment?.(payment);
  const confirm = await request("/checkout?step=confirm");
  const checkoutId = /name="checkoutId" value="([^"]+)"/.exec(confirm.text)?.[1];
  // A checkout that is paid already leads to its order.
  const placed = checkoutId
    ? await request("/checkout", { intent: "confirm", checkoutId })
    : confirm;
  const id = /orderId=([A-Z0-9]{7})/.exec(placed.location)?.[1];
  if (!id) throw new Error(`no order was placed: ${placed.location}`);
  return { id, buyer, payment, cookie: cookie() };
}

/** Gives a page the cookie of a placed order's visitor, and opens the order on it. */
export async function openPlacedOrder(page: Page, shop: Shop, order: PlacedOrder): Promise<void> {
  await page.context().addCookies([{ ...order.cookie, url: shop.url }]);
  await page.goto(`${shop.url}/track-order?orderId=${order.id}`);
}

type Browse = ReturnType<typeof browse>["request"];

async function readAddress(request: Browse): Promise<Payment> {
  const page = await request("/checkout?step=payment&way=chain");
  const uri = /bitcoin:(\w+)\?amount=(\d+)\.(\d{8})/.exec(page.text);
  if (!uri?.[1]) throw new Error(`no amount was opened: ${page.location}`);
  return { address: uri[1], sats: Number(`${uri[2]}${uri[3]}`), invoice: null };
}

async function readInvoice(request: Browse): Promise<Payment> {
  for (;;) {
    const page = await request("/checkout?step=payment&way=lightning");
    const invoice = /data-invoice="(\w+)"/.exec(page.text)?.[1];
    const amount = /data-testid="payment-amount">(\d+)\.(\d{8})</.exec(page.text);
    if (invoice && amount)
      return { address: "", sats: Number(`${amount[1]}${amount[2]}`), invoice };
    await delay(100);
    await request("/checkout", { intent: "way", way: "lightning" });
  }
}

/** Returns a client with a cookie, whose requests resolve with the text and location of their responses. */
function browse(shop: Shop, { retries, from }: { retries: boolean; from: string | undefined }) {
  let cookie = "";
  const forwarded: Record<string, string> = from === undefined ? {} : { "x-forwarded-for": from };
  const request = async (path: string, form?: Record<string, string>) => {
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
        // fetch throws a TypeError for refused and broken connections.
        if (!retries || !(error instanceof TypeError)) throw error;
        await delay(50);
      }
    }
  };
  return {
    request,
    cookie: () => {
      const [name = "", value = ""] = cookie.split(/=(.*)/s);
      return { name, value };
    },
  };
}
