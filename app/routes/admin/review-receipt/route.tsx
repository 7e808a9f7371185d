import { data, type ShouldRevalidateFunctionArgs, useActionData } from "react-router";
import { actorOf, requireTeam } from "#app/session.server.ts";
import { servicesContext, type ShopServices } from "#app/context.ts";
import { readForm } from "#app/form.server.ts";
import { useStickyActionData } from "#app/live.ts";
import { DrawerSection } from "#app/ui/drawer.tsx";
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
import {
  decisionResponse,
  type DecisionResult,
  readDecisionId,
  readIntent,
  submitDecision,
} from "../review/decision-action.server.ts";
import { UndoForm } from "../review/decision-form.tsx";
import { PaymentDrawer } from "../review/payment-drawer.tsx";
import { decisionSchemas, refundSchemas, type ReviewActionData } from "../review/review-form.ts";
import { reasonLabels } from "../review/review-labels.tsx";
import { adminTitle } from "#app/root-data.ts";
import { ReceiptFacts, ReceiptForm } from "./receipt-form.tsx";

export const meta: Route.MetaFunction = ({ matches }) => adminTitle("Payment", matches);

export async function loader(args: Route.LoaderArgs) {
  requireTeam(args);
  const { db } = args.context.get(servicesContext);
  const details = await receiptDetails(db, parseId(args.params));
  if (!details) throw data(null, { status: 404 });
  return details;
}

export async function action(args: Route.ActionArgs) {
  requireTeam(args);
  const { context, params, url } = args;
  const form = await readForm(args.request);
  const services = context.get(servicesContext);
  const receiptId = parseId(params);
  const result = await decide(services, form, {
    receiptId,
    actor: actorOf(context),
    version: textOf(form, "version"),
    policy: services.policy,
    now: new Date(),
  });
  const submitted = { form, subject: subjectKey({ receiptId }), search: url.searchParams };
  return decisionResponse(result, { ...submitted, isReceipt: true });
}

async function decide(
  services: ShopServices,
  form: FormData,
  input: Omit<ReceiptDecisionInput, "reason">,
): Promise<DecisionResult> {
  const { db } = services;
  switch (readIntent(form)) {
    case "accept":
      return submitDecision(decisionSchemas.accept, form, (fields) =>
        acceptReceipt(db, { ...input, ...fields }),
      );
    case "attach":
      return submitDecision(decisionSchemas.attach, form, (fields) =>
        attachReceipt(db, { ...input, ...fields }),
      );
    case "refund": {
      const { refundsByProvider } = (await receiptDetails(db, input.receiptId)) ?? {};
      const schema = refundsByProvider ? refundSchemas.service : refundSchemas.hand;
      return submitDecision(schema, form, ({ amount: cents, ...fields }) =>
        refundPayment(db, services, { ...input, ...fields, cents }),
      );
    }
    case "credit":
      return submitDecision(refundSchemas["receipt-credit"], form, ({ amount: cents, ...fields }) =>
        creditReceipt(db, services.providers, { ...input, ...fields, cents }),
      );
    case "undo":
      return submitDecision(decisionSchemas.undo, form, (fields) => {
        const decisionId = readDecisionId(form);
        const seen = { version: -1, receivedSats: -1 };
        return undoDecision(db, { ...input, ...fields, decisionId, seen });
      });
    case "ask":
      throw data(null, { status: 400 });
  }
}

function parseId({ receiptId }: { receiptId: string }): number {
  if (!/^\d{1,15}$/.test(receiptId)) throw data(null, { status: 404 });
  return Number(receiptId);
}

/** Revalidates after a conflict (409) as well, since the panel was out of date. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs): boolean {
  return args.defaultShouldRevalidate || args.actionStatus === 409;
}

/** The panel of one receipt, beside the list. */
export default function ReceiptPanel({ loaderData: details }: Route.ComponentProps) {
  const actionData = useStickyActionData(useActionData<ReviewActionData>());
  const labels = details.reason && reasonLabels[details.reason];
  const hidden = { version: details.version };
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
        <ReceiptForm key={choice} details={details} choice={choice} actionData={actionData} />
      )}
      renderUndoForm={(decision) => (
        <UndoForm key={decision.id} decision={decision} hidden={hidden} actionData={actionData} />
      )}
    >
      <DrawerSection title="Money">
        <ReceiptFacts details={details} />
      </DrawerSection>
    </PaymentDrawer>
  );
}
