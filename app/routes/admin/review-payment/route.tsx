import type { ReactNode } from "react";
import { data } from "react-router";
import { requireTeam } from "#app/session.server.ts";
import { servicesContext } from "#app/context.ts";
import { type Given, officeAction } from "#app/office/acts.server.ts";
import { useAnswer } from "#app/office/answer.ts";
import { Time } from "#app/ui/time.tsx";
import { DrawerSection } from "#app/ui/drawer.tsx";
import { textOf } from "#lib/form.ts";
import { refundPayment } from "#shop/methods/refunds.server.ts";
import type { PaymentStatus } from "#shop/orders/payment-status.ts";
import { refundToCredit } from "#shop/payments/review/credited-refunds.server.ts";
import type { DecisionInput } from "#shop/payments/review/decisions.server.ts";
import { reviewDetails } from "#shop/payments/review/review-details.server.ts";
import type { ReviewDetails } from "#shop/payments/review/review-view.ts";
import { parseSubject } from "#shop/payments/review/review.ts";
import { acceptPayment, attachOutput, undoDecision } from "#shop/payments/review/reviews.server.ts";
import { requestTopUp } from "#shop/payments/review/top-up.server.ts";
import type { Route } from "./+types/route";
import { chainDecision, decisionIdIn } from "../review/decision.server.ts";
import { PaymentDrawer } from "../review/payment-drawer.tsx";
import { decisionFields, refundFields } from "../review/review-fields.ts";
import { reasonLabels } from "../review/review-labels.tsx";
import { panelPath } from "../review/review-paths.ts";
import { adminTitle } from "#app/root-data.ts";
import { MoneyFacts, Transactions } from "./money-facts.tsx";
import { PaymentForm, UndoPaymentForm } from "./payment-form.tsx";

export const meta: Route.MetaFunction = ({ matches }) => adminTitle("Payment", matches);

export async function loader(args: Route.LoaderArgs) {
  requireTeam(args);
  const { db, policy, prices } = args.context.get(servicesContext);
  const now = new Date();
  const rate = prices.current(now);
  const details = await reviewDetails(db, args.params.subject, { policy, rate, now });
  if (!details) throw data(null, { status: 404 });
  return details;
}

/** Returns what every decision about a payment needs. */
function decisionIn({ form, services, version, who }: Given): Omit<DecisionInput, "reason"> {
  const subject = parseSubject(textOf(form, "subject"));
  if (!subject || "receiptId" in subject) throw data(null, { status: 400 });
  const seen = { version, receivedSats: Number(textOf(form, "receivedSats")) };
  return { subject, seen, policy: services.policy, ...who };
}

export const action = officeAction({
  accept: chainDecision({
    fields: decisionFields.accept,
    run: (given, fields) => acceptPayment(given.services.db, { ...decisionIn(given), ...fields }),
    notice: "payment-accepted",
  }),
  ask: chainDecision({
    fields: decisionFields.ask,
    run: (given, fields) => {
      const { db, prices } = given.services;
      const rate = prices.current(given.who.now);
      return requestTopUp(db, { ...decisionIn(given), ...fields, rate });
    },
    notice: "top-up-requested",
  }),
  attach: chainDecision({
    fields: decisionFields.attach,
    run: (given, fields) => attachOutput(given.services.db, { ...decisionIn(given), ...fields }),
    notice: "payment-attached",
  }),
  refund: chainDecision({
    fields: refundFields.chain,
    run: (given, { amount: sats, address, txid, ...fields }) => {
      const refund = { sats, address, txid };
      const { db } = given.services;
      return refundPayment(db, given.services, { ...decisionIn(given), ...fields, refund });
    },
    notice: "refund-recorded",
  }),
  credit: chainDecision({
    fields: refundFields["chain-credit"],
    run: (given, { amount: sats, ...fields }) =>
      refundToCredit(given.services.db, { ...decisionIn(given), ...fields, sats }),
    notice: "refund-credited",
  }),
  undo: chainDecision({
    fields: decisionFields.undo,
    run: (given, fields) =>
      undoDecision(given.services.db, {
        ...decisionIn(given),
        ...fields,
        decisionId: decisionIdIn(given),
      }),
    notice: "decision-undone",
    leadsTo: ({ param, url }) => panelPath(param("subject"), url.searchParams),
  }),
});

/** Says why a decision is needed or possible; null where neither is so. */
function whyOf({ reason, assessment, quote }: ReviewDetails): ReactNode {
  if (reason) return reasonLabels[reason].long;
  if (assessment?.status !== "partial" || !quote) return null;
  return (
    <>
      Part of the payment is missing. The buyer can send it until{" "}
      <Time value={quote.expiresAt} format="time" />.
    </>
  );
}

/** How a payment stands that needs no decision. An order may wait for it all the same. */
const stateTexts: Record<PaymentStatus, string> = {
  pending: "No money has arrived yet.",
  detected: "The payment was seen, and waits for its confirmations.",
  partial: "Part of the payment has arrived.",
  paid: "The payment is confirmed and needs no decision.",
  overpaid: "The payment is confirmed and needs no decision.",
  expired: "No money arrived while the price was held.",
  review: "What has arrived does not cover the price.",
  reversed:
    "The network reversed the payment: the money is no longer there. Its order waits for you to reject it, or for another payment.",
  refunded: "The payment was refunded and needs no decision.",
};

/** The panel of one payment on the chain, beside the list. */
export default function PaymentPanel({ loaderData: details, params }: Route.ComponentProps) {
  const form = { details, answer: useAnswer<typeof action>() };
  return (
    <PaymentDrawer
      details={details}
      why={whyOf(details)}
      state={stateTexts[details.assessment?.status ?? "paid"]}
      subject={params.subject}
      renderDecisionForm={(choice) => <PaymentForm key={choice} choice={choice} {...form} />}
      renderUndoForm={(decision) => (
        <UndoPaymentForm key={decision.id} decision={decision} {...form} />
      )}
    >
      <DrawerSection title="Money">
        <MoneyFacts details={details} />
      </DrawerSection>
      <DrawerSection title="Payments">
        <Transactions details={details} />
      </DrawerSection>
    </PaymentDrawer>
  );
}
