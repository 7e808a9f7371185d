import { data, redirect, useActionData, useNavigate, useSearchParams } from "react-router";
import { actorOf } from "#app/actor.server.ts";
import { servicesContext, type ShopServices } from "#app/context.ts";
import { readForm } from "#app/form.server.ts";
import { useStickyActionData } from "#app/sticky-action-data.ts";
import { type NoticeName, withNotice } from "#app/notices.ts";
import { requireAdmin } from "#app/session.server.ts";
import { DrawerSection } from "#app/ui/drawer.tsx";
import { parseForm, textOf, textsOf, versionOf } from "#lib/form.ts";
import type { Deciding } from "#shop/payments/review/decisions.server.ts";
import { reviewDetails } from "#shop/payments/review/review-details.server.ts";
import type { ReviewDetails } from "#shop/payments/review/review-view.ts";
import { type ChainSubject, parseSubject } from "#shop/payments/review/review.ts";
import {
  acceptPayment,
  attachOutput,
  recordRefund,
  undoDecision,
} from "#shop/payments/review/reviews.server.ts";
import { askForRest } from "#shop/payments/review/top-up.server.ts";
import type { Route } from "./+types/route";
import { PaymentFrame, useOpenForm } from "../review/payment-frame.tsx";
import {
  decisionSchemas,
  type Refusal,
  refusalAnswer,
  type ReviewActionData,
} from "../review/review-form.ts";
import { reasonLabels } from "../review/review-labels.ts";
import { listPath, panelPath } from "../review/review-paths.ts";
import { adminTitle } from "../shared/admin-title.ts";
import { DecisionForm, UndoForm } from "./decision-form.tsx";
import { MoneyFacts, Transactions } from "./money-facts.tsx";

export const meta: Route.MetaFunction = ({ matches }) => adminTitle("Payment", matches);

export async function loader(args: Route.LoaderArgs) {
  requireAdmin(args);
  const { db, policy, prices } = args.context.get(servicesContext);
  const now = new Date();
  const rate = prices.current(now);
  const details = await reviewDetails(db, args.params.subject, { policy, rate, now });
  if (!details) throw data(null, { status: 404 });
  return details;
}

export async function action(args: Route.ActionArgs) {
  requireAdmin(args);
  const { context, params, url } = args;
  const form = await readForm(args.request);
  const subject = parseSubject(textOf(form, "subject"));
  if (!subject || "receiptId" in subject) throw data(null, { status: 400 });
  const services = context.get(servicesContext);
  const seen = {
    version: versionOf(form),
    receivedSats: Number(textOf(form, "receivedSats")),
  };
  const who = { actor: actorOf(context), seen, policy: services.policy, now: new Date() };
  const decided = await decide(services, form, { ...who, subject });
  if (decided.ok) {
    const path = decided.stays
      ? panelPath(params.subject, url.searchParams)
      : listPath(url.searchParams);
    return redirect(withNotice(path, decided.notice));
  }
  if (decided.actionData === "forbidden") throw redirect("/");
  const typed = textsOf(form, ["reason", "orderId", "amount", "address", "txid", "at"]);
  return data<ReviewActionData>({ ...decided.actionData, typed }, { status: decided.status });
}

type Decided =
  | { ok: true; notice: NoticeName; stays: boolean }
  | { ok: false; actionData: "forbidden"; status: 403 }
  | { ok: false; actionData: Omit<ReviewActionData, "typed">; status: 400 | 409 };

/** Reads the form of one decision, and makes it. */
async function decide(
  { db, prices, network }: ShopServices,
  form: FormData,
  who: Omit<Deciding, "reason"> & { subject: ChainSubject },
): Promise<Decided> {
  const done = (
    result: { ok: true } | { ok: false; error: Refusal },
    notice: NoticeName,
  ): Decided => {
    if (result.ok) return { ok: true, notice, stays: notice === "decision-undone" };
    if (result.error === "forbidden") return { ok: false, actionData: "forbidden", status: 403 };
    const status = result.error === "stale" ? 409 : 400;
    return { ok: false, actionData: refusalAnswer(result.error), status };
  };
  switch (textOf(form, "intent")) {
    case "accept": {
      const read = parseForm(decisionSchemas.accept, form);
      if (!read.ok) return invalid(read.error);
      return done(await acceptPayment(db, { ...who, ...read.value }), "payment-accepted");
    }
    case "ask": {
      const read = parseForm(decisionSchemas.ask, form);
      if (!read.ok) return invalid(read.error);
      const rate = prices.current(who.now);
      return done(await askForRest(db, { ...who, ...read.value, rate }), "rest-asked");
    }
    case "attach": {
      const read = parseForm(decisionSchemas.attach, form);
      if (!read.ok) return invalid(read.error);
      return done(await attachOutput(db, { ...who, ...read.value }), "payment-attached");
    }
    case "refund": {
      const read = parseForm(decisionSchemas.refund, form);
      if (!read.ok) return invalid(read.error);
      const { reason, amount, address, txid } = read.value;
      const refund = { sats: amount, address, txid };
      return done(await recordRefund(db, { ...who, reason, refund, network }), "refund-recorded");
    }
    case "undo": {
      const read = parseForm(decisionSchemas.undo, form);
      if (!read.ok) return invalid(read.error);
      const decisionId = Number(textOf(form, "decisionId"));
      if (!Number.isSafeInteger(decisionId)) throw data(null, { status: 400 });
      return done(await undoDecision(db, { ...who, ...read.value, decisionId }), "decision-undone");
    }
    default:
      throw data(null, { status: 400 });
  }
}

function invalid(errors: ReviewActionData["errors"]): Decided {
  return { ok: false, actionData: { errors }, status: 400 };
}

/** The panel beside the list. */
export default function PaymentPanel({ loaderData, params }: Route.ComponentProps) {
  const actionData = useStickyActionData(useActionData<typeof action>());
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const list = listPath(search);
  return (
    <PaymentDrawer
      details={loaderData}
      subject={params.subject}
      actionData={actionData}
      closeTo={list}
      onClose={() => void navigate(list, { preventScrollReset: true })}
    />
  );
}

export interface PaymentDrawerProps {
  details: ReviewDetails;
  /** As it stands in the address. */
  subject: string;
  /** What the server said to a decision that was not taken. */
  actionData: ReviewActionData | undefined;
  closeTo: string;
  onClose: () => void;
}

/** One payment on the chain: why it waits, what there is, what can be decided, and what was. */
export function PaymentDrawer({ details, actionData, ...frame }: PaymentDrawerProps) {
  const { reason } = details;
  const open = useOpenForm(details);
  const { chosen, undoing } = open;
  return (
    <PaymentFrame
      {...frame}
      details={details}
      why={reason && reasonLabels[reason].long}
      open={open}
      form={
        undoing ? (
          <UndoForm key={undoing.id} details={details} decision={undoing} actionData={actionData} />
        ) : (
          chosen && (
            <DecisionForm key={chosen} details={details} choice={chosen} actionData={actionData} />
          )
        )
      }
    >
      <DrawerSection title="Money">
        <MoneyFacts details={details} />
      </DrawerSection>
      <DrawerSection title="Transactions">
        <Transactions details={details} />
      </DrawerSection>
    </PaymentFrame>
  );
}
