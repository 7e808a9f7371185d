import type { Visitor } from "../visitor.ts";
import type { TestApp } from "./open-app.ts";

let buyerCount = 0;

/** Places an order by form posts, to be paid in Bitcoin. */
export async function placeOrder(
  app: TestApp,
  {
    visitor = app.visitor(),
    email,
    uid = "",
  }: { visitor?: Visitor; email?: string; uid?: string } = {},
) {
  buyerCount += 1;
  const buyer = {
    username: `buyer${buyerCount}`,
    email: email ?? `buyer${buyerCount}@example.com`,
  };
  await visitor.post("/checkout", { intent: "select", packageId: "2" });
  await visitor.post("/checkout", {
    intent: "account",
    tiktokUsername: buyer.username,
    tiktokUid: uid,
    email: buyer.email,
  });
  const payment = (await visitor.request("/checkout?step=payment")).text;
  const [, address = "", btc = ""] = /bitcoin:(\w+)\?amount=([\d.]+)/.exec(payment) ?? [];
  const checkoutId = valueOf((await visitor.request("/checkout?step=confirm")).text, "checkoutId");
  const placed = await visitor.post("/checkout", { intent: "confirm", checkoutId });
  const id = /orderId=([A-Z0-9]{7})/.exec(placed.headers.location ?? "")?.[1];
  if (!id) throw new Error(`no order was placed: ${placed.status} ${placed.text.slice(0, 2000)}`);
  return { id, buyer, visitor, address, sats: Math.round(Number(btc) * 1e8) };
}

/** Returns the value of a field or button on a page. */
export function valueOf(html: string, name: string): string {
  const [tag = ""] = new RegExp(`<[^>]* name="${name}"[^>]*>`).exec(html) ?? [];
  const value = /value="([^"]+)"/.exec(tag)?.[1];
  if (!value) throw new Error(`no ${name} in ${html.slice(0, 2000)}`);
  return value;
}
