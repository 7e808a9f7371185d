import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { HttpResponse } from "../visitor.ts";
import { type HttpClient, newAccount } from "./hostile/http-client.ts";
import { payOnce } from "./pay-once.ts";
import type { Shop } from "./shop-process.ts";

/** A customer who buys with credit, by plain form posts. */
export interface Customer {
  client: HttpClient;
  email: string;
  /** Gift codes whose redemption was acknowledged. */
  redeemed: string[];
  /** Orders that were paid in part with bitcoins. */
  paidOrders: string[];
}

export async function newCustomer(shop: Shop): Promise<Customer> {
  const { stranger: client, email } = await newAccount(shop);
  return { client, email, redeemed: [], paidOrders: [] };
}

/** Issues gift codes for $10 each. */
export async function issueCodes(admin: HttpClient, count: number): Promise<string[]> {
  const values = { valueCents: "10", count: String(count), lastDay: "", note: "" };
  const form = { intent: "issue", formKey: randomUUID(), ...values };
  const issued = await admin.post("/admin/promotions/gift-codes?new", form);
  const codes = new Set(issued.text.match(/\b[0-9A-Z]{4}(?:-[0-9A-Z]{4}){3}\b/g));
  if (codes.size !== count) throw new Error(`${codes.size} codes: ${issued.status}`);
  return [...codes];
}

/**
 * Redeems the next code, and returns whether that was acknowledged. After a connection error it is not tried again: the
 * shop may have redeemed it or not.
 */
export async function redeemNext(
  { client, redeemed }: Customer,
  codes: string[],
): Promise<boolean> {
  const code = codes.pop();
  if (code === undefined) return false;
  const answer = await unlessUnreachable(() => client.post("/orders", { intent: "redeem", code }));
  if (!answer) return false;
  if (answer.status !== 302) throw new Error(`${code} was refused: ${answer.status}`);
  redeemed.push(code);
  return true;
}

/**
 * Uses all credit at a checkout. Every third is left, the others are confirmed; what credit does not cover is paid in
 * bitcoins. Returns the order; null for none.
 */
export async function buyWithCredit(
  shop: Shop,
  { client, email, paidOrders }: Customer,
  turn: number,
): Promise<string | null> {
  const post = (form: Record<string, string>) => again(() => client.post("/checkout", form));
  await post({ intent: "select", packageId: turn % 2 === 0 ? "2" : "3" });
  await post({ intent: "account", tiktokUsername: "mira.holt", tiktokUid: "", email });
  await post({ intent: "credit" });
  if (turn % 3 === 2) return null;
  const step2 = await again(() => client.request("/checkout?step=payment&way=chain"));
  const [, address, whole, part] = /bitcoin:(\w+)\?amount=(\d+)\.(\d{8})/.exec(step2.text) ?? [];
  if (address) await payOnce(shop, { address, sats: Number(`${whole}${part}`), confirm: 1 });
  const step3 = await again(() => client.request("/checkout?step=confirm"));
  const checkoutId = /name="checkoutId" value="([^"]+)"/.exec(step3.text)?.[1];
  // A checkout that is paid already leads to its order.
  const placed = checkoutId ? await post({ intent: "confirm", checkoutId }) : step3;
  const orderId = /orderId=([A-Z0-9]{7})/.exec(placed.headers.location ?? "")?.[1];
  if (orderId === undefined) throw new Error(`no order: ${placed.headers.location}`);
  if (address) paidOrders.push(orderId);
  return orderId;
}

export async function reject(admin: HttpClient, orderId: string): Promise<void> {
  const path = `/admin/orders/${orderId}`;
  const shown = await again(() => admin.request(path));
  const version = fieldOf(shown, "version");
  await again(() => admin.post(path, { intent: "status", status: "rejected", version }));
}

/** Asks to refund the bitcoins of an order as credit, if any are left. Sent again after a connection error, as it was. */
export async function askForRefund(admin: HttpClient, orderId: string): Promise<void> {
  const path = `/admin/review/${orderId}?decide=credit`;
  const shown = await again(() => admin.request(path));
  const amount = fieldOf(shown, "amount");
  if (amount === "") return;
  const names = ["subject", "version", "receivedSats"];
  const seen = Object.fromEntries(names.map((name) => [name, fieldOf(shown, name)]));
  const form = { intent: "credit", ...seen, amount, beyondExcess: "on", reason: "Agreed" };
  await again(() => admin.post(path, form));
}

function fieldOf({ text }: HttpResponse, name: string): string {
  const input = new RegExp(`<input[^>]* name="${name}"[^>]*>`).exec(text)?.[0] ?? "";
  return / value="([^"]*)"/.exec(input)?.[1] ?? "";
}

/** Sends until there is a response. */
async function again(send: () => Promise<HttpResponse>): Promise<HttpResponse> {
  for (;;) {
    const response = await unlessUnreachable(send);
    if (response && response.status < 500) return response;
    if (response) throw new Error(`${response.status} ${response.text.slice(0, 500)}`);
    await delay(50);
  }
}

/** Returns null after a connection error, as while the shop is killed. */
async function unlessUnreachable(send: () => Promise<HttpResponse>): Promise<HttpResponse | null> {
  try {
    return await send();
  } catch (error) {
    if (["ECONNREFUSED", "ECONNRESET", "EPIPE"].includes((error as { code?: string }).code ?? ""))
      return null;
    throw error;
  }
}
