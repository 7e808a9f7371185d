import type { ReactNode } from "react";
import { data, type ShouldRevalidateFunctionArgs, useActionData } from "react-router";
import { actorOf, requireTeam } from "#app/session.server.ts";
import { servicesContext, type ShopServices } from "#app/context.ts";
import { readForm } from "#app/form.server.ts";
import { useStickyActionData } from "#app/live.ts";
import { Time } from "#app/ui/time.tsx";
import { DrawerSection } from "#app/ui/drawer.tsx";
import { textOf, versionOf } from "#lib/form.ts";
import { refundPayment } from "#shop/methods/refunds.server.ts";
import type { PaymentStatus } from "#shop/orders/payment-status.ts";
import { refundToCredit } from "#shop/payments/review/credited-refunds.server.ts";
import type { DecisionInput } from "#shop/payments/review/decisions.server.ts";
import { reviewDetails } from "#shop/payments/review/review-details.server.ts";
import type { ReviewDetails } from "#shop/payments/review/review-view.ts";
import { parseSubject } from "#shop/payments/review/review.ts";
import { acceptPayment, attachOutput, undoDecision } from "#shop/payments/review/reviews.server.ts";
import { requestTopUp } from "#shop/payments/review/top-up.server.ts";
import { adminTitle } from "#app/root-data.ts";
import {
  decisionResponse,
  type DecisionResult,
  readDecisionId,
  readIntent,
  submitDecision,
} from "../review/decision-action.server.ts";
import { PaymentDrawer } from "../review/payment-drawer.tsx";
import { decisionSchemas, refundSchemas, type ReviewActionData } from "../review/review-form.ts";
import { reasonLabels } from "../review/review-labels.tsx";
import type { Route } from "./+types/route";
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

export async function action(args: Route.ActionArgs) {
  requireTeam(args);
  const { context, params, url } = args;
  const form = await readForm(args.request);
  const subject = parseSubject(textOf(form, "subject"));
  if (!subject || "receiptId" in subject) throw data(null, { status: 400 });
  const services = context.get(servicesContext);
  const result = await decide(services, form, {
    subject,
    actor: actorOf(context),
    seen: { version: versionOf(form), receivedSats: Number(textOf(form, "receivedSats")) },
    policy: services.policy,
    now: new Date(),
  });
  const submitted = { form, subject: params.subject, search: url.searchParams };
  return decisionResponse(result, { ...submitted, isReceipt: false });
}

function decide(
  services: ShopServices,
  form: FormData,
  input: Omit<DecisionInput, "reason">,
): Promise<DecisionResult> {
  const { db, prices } = services;
  switch (readIntent(form)) {
    case "accept":
      return submitDecision(decisionSchemas.accept, form, (fields) =>
        acceptPayment(db, { ...input, ...fields }),
      );
    case "ask":
      return submitDecision(decisionSchemas.ask, form, (fields) =>
        requestTopUp(db, { ...input, ...fields, rate: prices.current(input.now) }),
      );
    case "attach":
      return submitDecision(decisionSchemas.attach, form, (fields) =>
        attachOutput(db, { ...input, ...fields }),
      );
    case "refund":
      return submitDecision(
        refundSchemas.chain,
        form,
        ({ amount: sats, address, txid, ...fields }) =>
          refundPayment(db, services, { ...input, ...fields, refund: { sats, address, txid } }),
      );
    case "credit":
      return submitDecision(refundSchemas["chain-credit"], form, ({ amount: sats, ...fields }) =>
        refundToCredit(db, { ...input, ...fields, sats }),
      );
    case "undo":
      return submitDecision(decisionSchemas.undo, form, (fields) =>
        undoDecision(db, { ...input, ...fields, decisionId: readDecisionId(form) }),
      );
  }
}

/** Revalidates after a conflict (409) as well, since the panel was out of date. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs): boolean {
  return args.defaultShouldRevalidate || args.actionStatus === 409;
}

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
  const actionData = useStickyActionData(useActionData<ReviewActionData>());
  const form = { details, actionData };
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
