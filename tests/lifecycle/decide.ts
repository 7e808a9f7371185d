import type { Db } from "#db/client.server.ts";
import type { DecisionInput } from "#shop/payments/review/decisions.server.ts";
import { recordRefund } from "#shop/payments/review/chain-refunds.server.ts";
import { requestTopUp } from "#shop/payments/review/top-up.server.ts";
import { reviewDetails } from "#shop/payments/review/review-details.server.ts";
import type { ReviewDetails } from "#shop/payments/review/review-view.ts";
import { acceptPayment, attachOutput, undoDecision } from "#shop/payments/review/reviews.server.ts";
import type { Step } from "./steps.ts";
import { pick, type World } from "./world.ts";

type Decision = Extract<Step, { act: "decide" }>;

const backTo = { address: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", txid: "ab".repeat(32) };

/** An administrator decides about a payment, with its current or a stale version. */
export async function decide(world: World, db: Db, step: Decision): Promise<void> {
  const key = await keyOf(world, db, step);
  const { policy, now, administrator: actor } = world;
  const details = key && (await reviewDetails(db, key, { policy, rate: world.rate(), now }));
  if (!details) return;
  const seen = step.stale ? { ...details.seen, version: details.seen.version - 1 } : details.seen;
  const deciding = { subject: details.subject, actor, reason: "Agreed", seen, policy, now };
  const before = details.decisions.length;
  await applyDecision(world, db, step, details, deciding);
  if (!step.stale) return;
  const after = await reviewDetails(db, key, { policy, rate: world.rate(), now });
  if (after && after.decisions.length !== before)
    throw new Error("a decision with a stale version was accepted");
}

async function keyOf(world: World, db: Db, step: Decision): Promise<string | null> {
  // Odd subjects pick an unclaimed output, if there is one.
  const output = step.subject % 2 === 1 ? await world.unclaimed(db, step.subject >> 1) : null;
  if (output) return `${output.txid}:${output.vout}`;
  return (await world.checkout(db, step.subject))?.id ?? null;
}

async function applyDecision(
  world: World,
  db: Db,
  step: Decision,
  details: ReviewDetails,
  deciding: DecisionInput,
): Promise<void> {
  switch (step.choice) {
    case "accept":
      await acceptPayment(db, deciding);
      return;
    case "ask":
      await requestTopUp(db, {
        ...deciding,
        at: step.part === "all" ? "held" : "now",
        rate: world.rate(),
      });
      return;
    case "refund": {
      const retained = details.receivedSats - details.refundedSats;
      const excess = details.assessment?.excessSats ?? 0;
      const sats = { all: retained, excess, half: Math.floor(retained / 2) }[step.part];
      const network = "mainnet";
      const refund = { ...backTo, sats };
      await recordRefund(db, { ...deciding, refund, beyondExcess: true, network });
      return;
    }
    case "attach": {
      const order = await world.order(db, step.order);
      if (order) await attachOutput(db, { ...deciding, orderId: order.id });
      return;
    }
    case "undo": {
      const decision = pick(details.decisions, step.order);
      if (decision) await undoDecision(db, { ...deciding, decisionId: decision.id });
    }
  }
}
