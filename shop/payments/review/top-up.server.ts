import { eq } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { paymentAddresses, quotes } from "../tables.ts";
import { satsForCents } from "#lib/money.ts";
import { type Result, ok, err } from "#lib/result.ts";
import { mailOutstandingAmount } from "#shop/orders/payment-mails.server.ts";
import { assess } from "../model/assess.ts";
import {
  reassessDecided,
  type DecisionInput,
  lockForDecision,
  storeDecision,
} from "./decisions.server.ts";
import type { DecisionError } from "./record-decision.server.ts";
import {
  activeDecisions,
  activeQuotes,
  newestAddress,
  newestQuote,
  TOP_UP_HOURS,
} from "../model/payment.ts";
import { amountOn } from "../amounts.server.ts";
import { dustLimitOf } from "../wallet/descriptor.ts";
import { readSettings } from "../../settings/settings.server.ts";
import { applyMargin, type Rate } from "../prices/rate.ts";
import { addMs, HOUR_MS } from "#lib/time.ts";

type TopUpError =
  | DecisionError
  | "no-order"
  | "no-price"
  | "no-money"
  | "nothing-missing"
  | "below-dust"
  | "no-free-amount";

/**
 * Requests a top-up from the buyer: the outstanding part of the last quote, or of the price at the current rate. It
 * holds for 72 hours, is shown on the order's page, and is sent by mail. Rejects an amount below the dust limit.
 */
export async function requestTopUp(
  db: Db,
  deciding: DecisionInput & {
    /** What the outstanding amount is computed from: the last quote, or the price at the current rate. */
    at: "held" | "now";
    rate: Rate | null;
  },
): Promise<Result<void, TopUpError>> {
  const { now, subject, at } = deciding;
  const rate = at === "now" ? deciding.rate : null;
  if (!("checkoutId" in subject)) return err("no-order");
  if (at === "now" && !rate) return err("no-price");
  const { checkoutId } = subject;
  return db.transaction(async (tx) => {
    const found = await lockForDecision(tx, deciding);
    if (!found.ok) return found;
    const { order, facts, receivedSats } = found.value;
    if (!order || order.deletedAt || !facts) return err("no-order");
    const last = newestQuote(activeQuotes(facts.quotes, activeDecisions(facts.decisions)));
    if (!last) return err("no-order");
    const { priceCents } = last;
    const address = newestAddress(facts.quotes);
    // A Lightning payment is never too little.
    if (receivedSats === 0 || !address) return err("no-money");
    const policy = last.policy ?? deciding.policy;
    const { refundedSats } = assess(
      { ...facts, priceCents, settledAt: order.settledAt },
      policy,
      now,
    );
    const { rateCents, marginBasisPoints, sources } = rate
      ? applyMargin(rate, (await readSettings(tx)).rateMarginPercent)
      : last;
    const dueSats = rate ? satsForCents(priceCents, rateCents) : last.sats;
    const netSats = receivedSats - refundedSats;
    // An amount within the tolerance is not requested.
    const toleranceSats = Math.floor((dueSats * policy.tolerancePercent) / 100);
    if (dueSats - netSats <= toleranceSats) return err("nothing-missing");
    const topUpSats = await amountOn(tx, address, {
      checkoutId,
      dueSats: dueSats - netSats,
      crowded: false,
      besideInvoice: false,
      now,
    });
    if (topUpSats === null) return err("no-free-amount");
    // The buyer could not send it: nodes do not relay such an output.
    if (topUpSats < dustLimitOf(address)) return err("below-dust");

    const decision = await storeDecision(tx, found.value, deciding, {
      kind: "ask",
      data: { restSats: topUpSats },
    });
    const expiresAt = addMs(now, TOP_UP_HOURS * HOUR_MS);
    await tx.insert(quotes).values({
      checkoutId,
      address,
      sats: netSats + topUpSats,
      topUpSats,
      decisionId: decision.id,
      priceCents,
      rateCents,
      marginBasisPoints,
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
      outstanding: { address, sats: topUpSats, expiresAt: expiresAt.toISOString() },
      now,
    });
    await reassessDecided(tx, found.value, deciding);
    return ok(undefined);
  });
}
