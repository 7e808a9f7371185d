import { eq } from "drizzle-orm";
import { type Access, type Act, acts } from "#shop/orders/acts.ts";
import { orders } from "#shop/orders/tables.ts";
import { settings } from "#shop/settings/tables.ts";
import type { HttpResponse, Visitor } from "../visitor.ts";
import type { TestApp } from "./open-app.ts";
import { placeOrder } from "./place-order.ts";

/** What becomes of an act: it runs, the page says how to prove who one is, or it is refused. */
type Outcome = "yes" | "asks for proof" | "no";

export const accesses = ["none", "seen", "proven"] as const satisfies Access[];

export const actNames = Object.keys(acts) as Act[];

/** Places an order that allows every act, and returns a visitor for each access to it. */
export async function orderForActs(app: TestApp) {
  const { id, buyer, visitor: proven } = await placeOrder(app);
  await app.db.insert(settings).values([
    { name: "withdrawalEnabled", value: true },
    { name: "consentRequired", value: true },
  ]);
  await app.db
    .update(orders)
    .set({ status: "processing", paymentStatus: "paid", settledAt: new Date() })
    .where(eq(orders.id, id));
  const seen = app.visitor();
  await seen.post("/track-order", { orderId: id, email: buyer.email });
  return { id, buyer, visitors: { none: app.visitor(), seen, proven } };
}

/** Tries an act by its form or page, with these fields; a form without them changes nothing. */
export async function tryAct(
  visitor: Visitor,
  act: Act,
  { id, email }: { id: string; email: string },
  fields: Record<string, string> = {},
): Promise<Outcome> {
  const page = `/track-order?orderId=${id}`;
  const shows = async (words: string) =>
    (await visitor.request(page)).text.includes(words) ? "yes" : "no";
  switch (act) {
    case "look":
      return shows(email);
    case "messages":
      return shows("Write to us");
    case "invoice":
    case "again":
      return outcome(await visitor.request(`/orders/${id}/${act}`), page);
    case "withdraw":
      return outcome(await visitor.post(`/orders/${id}/withdraw`, fields), page);
    default: {
      const form = { ...fields, intent: act, orderId: id };
      const posted = await visitor.post(page, form);
      // What runs may lead back to the page as well.
      return posted.status === 404 ? "no" : outcome(posted, "");
    }
  }
}

function outcome({ status, headers: { location } }: HttpResponse, page: string): Outcome {
  if (status === 404 || location === page) return "no";
  return location?.includes("&notice=proof-needed") ? "asks for proof" : "yes";
}
