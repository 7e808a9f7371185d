import { z } from "zod";
import { Refusal } from "../errors.ts";
import type { Bill } from "./bill.ts";
import type { Till } from "./till.ts";

const cents = z.int().min(1).max(99_999_999);

/** What can be done to a payment from outside: by its buyer, the buyer's bank, or the service. */
export const actSchema = z.discriminatedUnion("act", [
  z.strictObject({
    act: z.literal("pay"),
    /** Another sum than what is asked for. */
    cents: cents.optional(),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .optional(),
    /** By a way that takes days: `settle` or `fail` end it. */
    later: z.boolean().optional(),
    /** At PayPal: declined when the shop collects it. */
    declined: z.boolean().optional(),
  }),
  z.strictObject({ act: z.enum(["settle", "fail", "expire", "dispute", "win", "lose"]) }),
  z.strictObject({ act: z.literal("refund"), cents: cents.optional() }),
  /** The newest refund does not reach the buyer, days after it was sent. */
  z.strictObject({ act: z.literal("refund-fails") }),
]);
export type Act = z.infer<typeof actSchema>;

export function doTo(till: Till, id: string, act: Act): Bill {
  switch (act.act) {
    case "pay": {
      const { act: _, ...way } = act;
      if (way.declined && till.get(id).service === "stripe")
        throw new Refusal("Stripe declines a card at once, on its page");
      const given = Object.entries(way).filter(([, value]) => value !== undefined);
      return till.pay(id, Object.fromEntries(given));
    }
    case "settle":
      return till.settle(id, true);
    case "fail":
      return till.settle(id, false);
    case "expire":
      return till.expire(id);
    case "refund":
      return till.refund(id, act.cents).bill;
    case "refund-fails":
      return till.failRefund(id);
    case "dispute":
      return till.dispute(id);
    case "win":
      return till.resolve(id, "won");
    case "lose":
      return till.resolve(id, "lost");
  }
}
