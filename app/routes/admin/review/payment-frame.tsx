import type { ReactNode } from "react";
import { href, Link, useSearchParams } from "react-router";
import { StatusBadge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Drawer, DrawerSection } from "#app/ui/drawer.tsx";
import { KeyValueList } from "#app/ui/key-value-list.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { SegmentedLinks } from "#app/ui/segmented.tsx";
import { Time } from "#app/ui/time.tsx";
import { formatCount, formatMoney, formatUsd } from "#lib/money.ts";
import type { DecisionRow, ReviewDetails } from "#shop/payments/review/review-view.ts";
import type { Choice } from "#shop/payments/review/review.ts";
import { Btc } from "./btc.tsx";
import { choiceLabels } from "./review-labels.ts";
import { panelPath } from "./review-paths.ts";

/** Which form is open in a panel, by its address: that of a choice, or that which takes a decision back. */
export interface OpenForm {
  chosen: Choice | undefined;
  undoing: DecisionRow | undefined;
}

export function useOpenForm({
  choices,
  decisions,
}: Pick<ReviewDetails, "choices" | "decisions">): OpenForm {
  const [search] = useSearchParams();
  return {
    chosen: choices.find((choice) => choice === search.get("decide")),
    undoing: decisions.find(
      ({ id, canBeUndone }) => canBeUndone && String(id) === search.get("undo"),
    ),
  };
}

export interface PaymentFrameProps {
  details: Pick<ReviewDetails, "order" | "buyer" | "since" | "choices" | "decisions">;
  /** Why it waits, in labels; null when nothing has to be decided. */
  why: string | null;
  /** As it stands in the lists. */
  subject: string;
  /** What `useOpenForm` has found, and its form. */
  open: OpenForm;
  form: ReactNode;
  closeTo: string;
  onClose: () => void;
  /** What there is to know of the money. */
  children: ReactNode;
}

/** What the panel of each payment has: why it waits, what can be decided, whose it is, and what was decided. */
export function PaymentFrame(props: PaymentFrameProps) {
  const { details, why, subject, open, form, closeTo, onClose, children } = props;
  const { order, buyer, since, choices, decisions } = details;
  return (
    <Drawer
      title={why ? "Payment to decide" : "Payment"}
      under={
        order ? (
          <>
            <span className="mono">{order.id}</span>
            <StatusBadge status={order.status} />
            {order.deleted && <span className="muted">deleted</span>}
          </>
        ) : (
          <span className="muted">No order</span>
        )
      }
      closeTo={closeTo}
      onClose={onClose}
    >
      <DrawerSection title={why ? "What to do" : "Nothing waits here"}>
        {why && since && (
          <Notice tone="pending">
            <b>{why}</b> It waits since <Time value={since} />.
          </Notice>
        )}
        {!open.undoing && (
          <Choices choices={choices} subject={subject} chosen={open.chosen} waits={why !== null} />
        )}
        {form}
      </DrawerSection>
      {children}
      <OrderFacts order={order} buyer={buyer} />
      {decisions.length > 0 && (
        <DrawerSection title="Decisions">
          <EarlierDecisions decisions={decisions} subject={subject} />
        </DrawerSection>
      )}
    </Drawer>
  );
}

interface ChoicesProps {
  choices: readonly Choice[];
  subject: string;
  chosen: Choice | undefined;
  /** Something has to be decided. */
  waits: boolean;
}

/** What can be decided: each opens its form. */
function Choices({ choices, subject, chosen, waits }: ChoicesProps) {
  const [search] = useSearchParams();
  if (choices.length === 0)
    return <p className="review__text">Nothing is left here to decide about.</p>;
  return (
    <>
      {!waits && (
        <p className="review__text">
          The payment needs no decision. Money that you have sent back can be recorded.
        </p>
      )}
      <div className="review__choices">
        <SegmentedLinks
          label="Decision"
          items={choices.map((choice) => ({
            to: panelPath(subject, search, { decide: choice }),
            label: choiceLabels[choice].name,
            current: choice === chosen,
          }))}
        />
      </div>
    </>
  );
}

/** The order that money is for, and its buyer; nothing for money that is nobody's. */
function OrderFacts({ order, buyer }: Pick<ReviewDetails, "order" | "buyer">) {
  if (!buyer) return null;
  return (
    <DrawerSection title="Order">
      <KeyValueList
        rows={[
          {
            label: "Order ID",
            value:
              order && !order.deleted ? (
                <Link
                  className="link mono"
                  to={href("/admin/orders/:orderId", { orderId: order.id })}
                >
                  {order.id}
                </Link>
              ) : (
                (order?.id ?? "Removed for good")
              ),
          },
          { label: "Package", value: `${formatCount(buyer.coins)} coins` },
          { label: "Price", value: formatUsd(buyer.priceCents) },
          { label: "TikTok username", value: `@${buyer.tiktokUsername}` },
          {
            label: "Email",
            value: (
              <a className="link" href={`mailto:${buyer.email}`}>
                {buyer.email}
              </a>
            ),
          },
        ]}
      />
    </DrawerSection>
  );
}

interface EarlierDecisionsProps {
  decisions: readonly DecisionRow[];
  subject: string;
}

/** What was decided about this payment, newest first; what stands can be taken back. */
function EarlierDecisions({ decisions, subject }: EarlierDecisionsProps) {
  const [search] = useSearchParams();
  return (
    <ul className="review__decisions">
      {decisions.map(({ id, kind, reason, byEmail, at, refund, receipt, undone, canBeUndone }) => (
        <li key={id}>
          <div>
            <b className={undone ? "review__undone" : undefined}>{choiceLabels[kind].done}</b>{" "}
            <Time value={at} />
            <p className="review__text">
              {byEmail}: {reason}
            </p>
            {refund && (
              <p className="review__text">
                <Btc sats={refund.sats} /> to <span className="mono">{refund.address}</span> in{" "}
                <span className="mono">{refund.txid}</span>
              </p>
            )}
            {receipt?.refundCents && (
              <p className="review__text">
                {formatMoney(receipt.refundCents, receipt.currency)} sent back
                {receipt.refundReference && (
                  <>
                    {" "}
                    as <span className="mono">{receipt.refundReference}</span>
                  </>
                )}
              </p>
            )}
            {undone && (
              <p className="review__text">
                Taken back by {undone.byEmail}, <Time value={undone.at} />: {undone.reason}
              </p>
            )}
          </div>
          {canBeUndone && (
            <ButtonLink
              to={panelPath(subject, search, { undo: id })}
              size="sm"
              variant="ghost"
              preventScrollReset
            >
              Undo
            </ButtonLink>
          )}
        </li>
      ))}
    </ul>
  );
}
