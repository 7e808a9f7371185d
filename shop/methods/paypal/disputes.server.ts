import { z } from "zod";
import type { ProviderReceipt } from "../provider.ts";
import { type PaypalCall, PaypalError } from "./paypal-api.server.ts";

type State = NonNullable<ProviderReceipt["dispute"]>;

const listSchema = z.object({
  items: z.array(z.object({ dispute_id: z.string(), status: z.string() })).default([]),
});
const outcomeSchema = z.object({
  dispute_outcome: z.object({ outcome_code: z.string() }).optional(),
});

/** Outcomes in the buyer's favor (https://developer.paypal.com/docs/api/customer-disputes/v1/). */
const LOST = ["RESOLVED_BUYER_FAVOUR", "ACCEPTED"];

/** Returns the dispute of each of these captures; null for those without one. */
export async function disputesOf(
  call: PaypalCall,
  captures: readonly string[],
): Promise<Map<string, ProviderReceipt["dispute"]>> {
  const found = new Map<string, ProviderReceipt["dispute"]>();
  for (const capture of captures) found.set(capture, await disputeOf(call, capture));
  return found;
}

async function disputeOf(call: PaypalCall, capture: string): Promise<ProviderReceipt["dispute"]> {
  const path = "/v1/customer/disputes";
  const { items } = await call(listSchema, `${path}?disputed_transaction_id=${capture}`).catch(
    (error: unknown) => {
      // Without the permission to read disputes, the payment is reported without them.
      if (error instanceof PaypalError && error.status === 403) return { items: [] };
      throw error;
    },
  );
  const states: State[] = [];
  for (const { dispute_id: id, status } of items) {
    if (status !== "RESOLVED") states.push("open");
    else {
      const { dispute_outcome } = await call(outcomeSchema, `${path}/${encodeURIComponent(id)}`);
      states.push(LOST.includes(dispute_outcome?.outcome_code ?? "") ? "lost" : "won");
    }
  }
  const worst = (["open", "lost", "won"] as const).find((state) => states.includes(state));
  return worst ?? null;
}
