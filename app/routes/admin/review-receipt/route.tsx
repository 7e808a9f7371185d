import { data } from "react-router";
import { requireTeam } from "#app/session.server.ts";
import { servicesContext } from "#app/context.ts";
import { type Given, officeAction } from "#app/office/acts.server.ts";
import { useAnswer } from "#app/office/answer.ts";
import { DrawerSection } from "#app/ui/drawer.tsx";
import type { ValuesOf } from "#lib/fields.ts";
import { textOf } from "#lib/form.ts";
import { creditReceipt, refundPayment } from "#shop/methods/refunds.server.ts";
import {
  acceptReceipt,
  attachReceipt,
  type ReceiptDecisionInput,
} from "#shop/payments/review/receipt-decisions.server.ts";
import { receiptDetails } from "#shop/payments/review/receipt-details.server.ts";
import { subjectKey } from "#shop/payments/review/review.ts";
import { undoDecision } from "#shop/payments/review/reviews.server.ts";
import type { Route } from "./+types/route";
import { decisionIdIn, receiptDecision } from "../review/decision.server.ts";
import { UndoForm } from "../review/decision-form.tsx";
import { PaymentDrawer } from "../review/payment-drawer.tsx";
import { decisionFields, refundFields } from "../review/review-fields.ts";
import { reasonLabels } from "../review/review-labels.tsx";
import { panelPath } from "../review/review-paths.ts";
import { adminTitle } from "#app/root-data.ts";
import { ReceiptFacts, ReceiptForm } from "./receipt-form.tsx";

export const meta: Route.MetaFunction = ({ matches }) => adminTitle("Payment", matches);

export async function loader(args: Route.LoaderArgs) {
  requireTeam(args);
  const { db } = args.context.get(servicesContext);
  const details = await receiptDetails(db, parseId(args.params.receiptId));
  if (!details) throw data(null, { status: 404 });
  return details;
}

/** Returns what every decision about a receipt needs. */
function decisionIn({ form, param, services, who }: Given): Omit<ReceiptDecisionInput, "reason"> {
  const receiptId = parseId(param("receiptId"));
  return { receiptId, version: textOf(form, "version"), policy: services.policy, ...who };
}

export const action = officeAction({
  accept: receiptDecision({
    fields: decisionFields.accept,
    run: (given, fields) => acceptReceipt(given.services.db, { ...decisionIn(given), ...fields }),
    notice: "payment-accepted",
  }),
  attach: receiptDecision({
    fields: decisionFields.attach,
    run: (given, fields) => attachReceipt(given.services.db, { ...decisionIn(given), ...fields }),
    notice: "payment-attached",
  }),
  refund: receiptDecision({
    fields: refundFields.service,
    run: (given, fields) => refund(given, { ...fields, sentAs: null }),
    notice: "refund-recorded",
  }),
  "refund-by-hand": receiptDecision({
    fields: refundFields.hand,
    run: refund,
    notice: "refund-recorded",
  }),
  credit: receiptDecision({
    fields: refundFields["receipt-credit"],
    run: (given, { amount: cents, ...fields }) => {
      const { db, providers } = given.services;
      return creditReceipt(db, providers, { ...decisionIn(given), ...fields, cents });
    },
    notice: "refund-credited",
  }),
  undo: receiptDecision({
    fields: decisionFields.undo,
    run: (given, fields) =>
      undoDecision(given.services.db, {
        ...decisionIn(given),
        ...fields,
        decisionId: decisionIdIn(given),
        seen: { version: -1, receivedSats: -1 },
      }),
    notice: "decision-undone",
    leadsTo: ({ param, url }) => receiptPanel(parseId(param("receiptId")), url),
  }),
});

type Refund = Omit<ValuesOf<typeof refundFields.hand>, "sentAs"> & { sentAs: string | null };

function refund(given: Given, { amount: cents, ...fields }: Refund) {
  const { services } = given;
  return refundPayment(services.db, services, { ...decisionIn(given), ...fields, cents });
}

function receiptPanel(receiptId: number, { searchParams }: URL): string {
  return panelPath(subjectKey({ receiptId }), searchParams);
}

function parseId(receiptId: string): number {
  if (!/^\d{1,15}$/.test(receiptId)) throw data(null, { status: 404 });
  return Number(receiptId);
}

/** The panel of one receipt, beside the list. */
export default function ReceiptPanel({ loaderData: details }: Route.ComponentProps) {
  const answer = useAnswer<typeof action>();
  const labels = details.reason && reasonLabels[details.reason];
  const form = { answer, values: { version: details.version } };
  return (
    <PaymentDrawer
      details={details}
      why={labels && (labels.receipt ?? labels.long)}
      state={
        details.unrefundedCents > 0
          ? "This payment needs no decision."
          : "This payment was refunded and needs no decision."
      }
      subject={subjectKey({ receiptId: details.id })}
      renderDecisionForm={(choice) => (
        <ReceiptForm key={choice} details={details} choice={choice} answer={answer} />
      )}
      renderUndoForm={(decision) => <UndoForm key={decision.id} decision={decision} {...form} />}
    >
      <DrawerSection title="Money">
        <ReceiptFacts details={details} />
      </DrawerSection>
    </PaymentDrawer>
  );
}
