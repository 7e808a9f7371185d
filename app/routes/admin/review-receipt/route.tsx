import {
  data,
  redirect,
  type ShouldRevalidateFunctionArgs,
  useActionData,
  useNavigate,
  useSearchParams,
} from "react-router";
import { actorOf } from "#app/actor.server.ts";
import { servicesContext, type ShopServices } from "#app/context.ts";
import { readForm } from "#app/form.server.ts";
import { useStickyActionData } from "#app/sticky-action-data.ts";
import { type NoticeName, withNotice } from "#app/notices.ts";
import { requireAdmin } from "#app/session.server.ts";
import { DrawerSection } from "#app/ui/drawer.tsx";
import { parseForm, textOf, textsOf } from "#lib/form.ts";
import { ok, refuse, type Result } from "#lib/result.ts";
import type { ProviderRefusal } from "#shop/methods/provider.ts";
import { refundReceipt } from "#shop/methods/refunds.server.ts";
import {
  acceptReceipt,
  attachReceipt,
  type DecidingReceipt,
} from "#shop/payments/review/receipt-decisions.server.ts";
import { receiptDetails } from "#shop/payments/review/receipt-details.server.ts";
import type { ReceiptDetails } from "#shop/payments/review/review-view.ts";
import { subjectKey } from "#shop/payments/review/review.ts";
import { undoDecision } from "#shop/payments/review/reviews.server.ts";
import type { Route } from "./+types/route";
import { PaymentFrame, useOpenForm } from "../review/payment-frame.tsx";
import {
  receiptRefusalAnswer,
  receiptSchemas,
  type Refusal,
  type ReviewActionData,
} from "../review/review-form.ts";
import { reasonLabels } from "../review/review-labels.ts";
import { listPath, panelPath } from "../review/review-paths.ts";
import { adminTitle } from "../shared/admin-title.ts";
import { ReceiptFacts, ReceiptForm, UndoReceiptForm } from "./receipt-form.tsx";

export const meta: Route.MetaFunction = ({ matches }) => adminTitle("Payment", matches);

export async function loader(args: Route.LoaderArgs) {
  requireAdmin(args);
  const { db } = args.context.get(servicesContext);
  const details = await receiptDetails(db, idOf(args.params));
  if (!details) throw data(null, { status: 404 });
  return details;
}

export async function action(args: Route.ActionArgs) {
  requireAdmin(args);
  const { context, params, url } = args;
  const form = await readForm(args.request);
  const services = context.get(servicesContext);
  const receiptId = idOf(params);
  const decided = await decide(services, form, {
    receiptId,
    actor: actorOf(context),
    version: textOf(form, "version"),
    policy: services.policy,
    now: new Date(),
  });
  if (decided.ok) {
    const path =
      decided.value === "decision-undone"
        ? panelPath(subjectKey({ receiptId }), url.searchParams)
        : listPath(url.searchParams);
    return redirect(withNotice(path, decided.value));
  }
  if (decided.error === "forbidden") throw redirect("/");
  const actionData = isInvalid(decided.error) ? decided.error : receiptRefusalAnswer(decided.error);
  return data<ReviewActionData>(
    { ...actionData, typed: textsOf(form, ["reason", "orderId", "amount", "sentAs"]) },
    { status: decided.error === "stale" ? 409 : 400 },
  );
}

type Invalid = Required<Pick<ReviewActionData, "errors">>;
type Refused = Refusal | ProviderRefusal | Invalid;

/** Reads the form of one decision, and makes it. */
async function decide(
  { db, providers }: ShopServices,
  form: FormData,
  who: Omit<DecidingReceipt, "reason">,
): Promise<Result<NoticeName, Refused>> {
  switch (textOf(form, "intent")) {
    case "accept": {
      const read = parseForm(receiptSchemas.accept, form);
      if (!read.ok) return refuse({ errors: read.error });
      return said(await acceptReceipt(db, { ...who, ...read.value }), "payment-accepted");
    }
    case "attach": {
      const read = parseForm(receiptSchemas.attach, form);
      if (!read.ok) return refuse({ errors: read.error });
      return said(await attachReceipt(db, { ...who, ...read.value }), "payment-attached");
    }
    case "refund": {
      const { refundsByService } = (await receiptDetails(db, who.receiptId)) ?? {};
      const schema = refundsByService ? receiptSchemas.refund : receiptSchemas.refundByHand;
      const read = parseForm(schema, form);
      if (!read.ok) return refuse({ errors: read.error });
      const { reason, amount: cents, sentAs } = read.value;
      const refund = { ...who, reason, cents, sentAs };
      return said(await refundReceipt(db, providers, refund), "refund-recorded");
    }
    case "undo": {
      const read = parseForm(receiptSchemas.undo, form);
      if (!read.ok) return refuse({ errors: read.error });
      const decisionId = Number(textOf(form, "decisionId"));
      if (!Number.isSafeInteger(decisionId)) throw data(null, { status: 400 });
      const seen = { version: -1, receivedSats: -1 };
      return said(
        await undoDecision(db, { ...who, ...read.value, decisionId, seen }),
        "decision-undone",
      );
    }
    default:
      throw data(null, { status: 400 });
  }
}

function said(result: Result<void, Refused>, notice: NoticeName): Result<NoticeName, Refused> {
  return result.ok ? ok(notice) : result;
}

function isInvalid(refused: Exclude<Refused, "forbidden">): refused is Invalid {
  return typeof refused === "object" && "errors" in refused;
}

function idOf({ receiptId }: { receiptId: string }): number {
  if (!/^\d{1,15}$/.test(receiptId)) throw data(null, { status: 404 });
  return Number(receiptId);
}

/** Revalidates after a conflict (409) as well, since the panel was out of date. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs): boolean {
  return args.defaultShouldRevalidate || args.actionStatus === 409;
}

/** The panel beside the list. */
export default function ReceiptPanel({ loaderData }: Route.ComponentProps) {
  const actionData = useStickyActionData(useActionData<typeof action>());
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const list = listPath(search);
  return (
    <ReceiptDrawer
      details={loaderData}
      actionData={actionData}
      closeTo={list}
      onClose={() => void navigate(list, { preventScrollReset: true })}
    />
  );
}

export interface ReceiptDrawerProps {
  details: ReceiptDetails;
  /** What the server said to a decision that was not taken. */
  actionData: ReviewActionData | undefined;
  closeTo: string;
  onClose: () => void;
}

/** One receipt: why it waits, what is known of it, what can be decided, and what was. */
export function ReceiptDrawer({ details, actionData, ...frame }: ReceiptDrawerProps) {
  const open = useOpenForm(details);
  const { chosen, undoing } = open;
  const labels = details.reason && reasonLabels[details.reason];
  return (
    <PaymentFrame
      {...frame}
      subject={subjectKey({ receiptId: details.id })}
      details={details}
      why={labels && (labels.receipt ?? labels.long)}
      open={open}
      form={
        undoing ? (
          <UndoReceiptForm
            key={undoing.id}
            details={details}
            decision={undoing}
            actionData={actionData}
          />
        ) : (
          chosen && (
            <ReceiptForm key={chosen} details={details} choice={chosen} actionData={actionData} />
          )
        )
      }
    >
      <DrawerSection title="Money">
        <ReceiptFacts details={details} />
      </DrawerSection>
    </PaymentFrame>
  );
}
