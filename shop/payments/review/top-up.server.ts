import { eq } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { paymentAddresses, quotes } from "../tables.ts";
import { satsForCents } from "#lib/money.ts";
import { type Result, ok, refuse } from "#lib/result.ts";
import { mailOutstandingAmount } from "#shop/orders/order-mails.server.ts";
import { assess } from "../model/assess.ts";
import {
  conclude,
  type Deciding,
  type DecisionRefusal,
  findForDecision,
  storeDecision,
} from "./decisions.server.ts";
import { newestQuote, REST_HOURS, standingDecisions, standingQuotes } from "../model/payment.ts";
import { amountOn } from "../quotes.server.ts";
import type { Rate } from "../prices/rate.ts";
import { addMs, HOUR_MS } from "#lib/time.ts";

type RestRefusal =
  | DecisionRefusal
  | "no-order"
  | "no-price"
  | "no-money"
  | "nothing-missing"
  | "no-free-amount";

/**
 * Asks the buyer for the rest: of the amount as it was held last, or of the price at the rate of now. It is held
 * for 72 hours, shown on the order's page, and told by mail.
 */
export async function askForRest(
  db: Db,
  deciding: Deciding & {
    /** The amount as it was held last, or the price at the rate of now. */
    at: "held" | "now";
    rate: Rate | null;
  },
): Promise<Result<void, RestRefusal>> {
  const { now, subject, at } = deciding;
  const rate = at === "now" ? deciding.rate : null;
  if (!("checkoutId" in subject)) return refuse("no-order");
  if (at === "now" && !rate) return refuse("no-price");
  const { checkoutId } = subject;
  return db.transaction(async (tx) => {
    const found = await findForDecision(tx, deciding);
    if (!found.ok) return found;
    const { order, facts, receivedSats } = found.value;
    if (!order || order.deletedAt || !facts) return refuse("no-order");
    const last = newestQuote(standingQuotes(facts.quotes, standingDecisions(facts.decisions)));
    if (!last) return refuse("no-order");
    if (receivedSats === 0) return refuse("no-money");
    const { priceCents, address } = last;
    const policy = last.policy ?? deciding.policy;
    const { refundedSats } = assess(
      { ...facts, priceCents, settledAt: order.settledAt },
      policy,
      now,
    );
    const { rateCents, sources } = rate ?? last;
    const dueSats = rate ? satsForCents(priceCents, rateCents) : last.sats;
    const kept = receivedSats - refundedSats;
    // What the tolerance forgives is not asked for.
    const forgiven = Math.floor((dueSats * policy.tolerancePercent) / 100);
    if (dueSats - kept <= forgiven) return refuse("nothing-missing");
    const restSats = await amountOn(tx, address, dueSats - kept, now);
    if (restSats === null) return refuse("no-free-amount");

    const decision = await storeDecision(tx, found.value, deciding, {
      kind: "ask",
      data: { restSats },
    });
    const expiresAt = addMs(now, REST_HOURS * HOUR_MS);
    await tx.insert(quotes).values({
      checkoutId,
      address,
      sats: kept + restSats,
      restSats,
      decisionId: decision.id,
      priceCents,
      rateCents,
      sources,
      policy,
      lockedAt: now,
      expiresAt,
    });
    await tx
      .update(paymentAddresses)
      .set({ retiredAt: null, nextCheckAt: now })
      .where(eq(paymentAddresses.address, address));
    await mailOutstandingAmount(tx, order, {
      key: `asked:${decision.id}`,
      receivedSats,
      outstanding: { address, sats: restSats, expiresAt: expiresAt.toISOString() },
      now,
    });
    await conclude(tx, found.value, deciding, "ask");
    return ok(undefined);
  });
}
