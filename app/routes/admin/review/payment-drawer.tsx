import { goodsText, recipientText } from "#shop/catalog/goods.ts";
import type { ReactNode } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { StatusBadge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Drawer, DrawerSection } from "#app/ui/drawer.tsx";
import { KeyValueList } from "#app/ui/key-value-list.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { SegmentedLinks } from "#app/ui/segmented.tsx";
import { Time } from "#app/ui/time.tsx";
import { formatMoney, formatUsd } from "#lib/money.ts";
import type { DecisionRow, ReviewDetails } from "#shop/payments/review/review-view.ts";
import type { Choice } from "#shop/payments/review/review.ts";
import { Btc, choiceLabels, refundStateText } from "./review-labels.tsx";
import { closePath, panelPath } from "./review-paths.ts";
import { OrderLink } from "../shared/team-link.tsx";

export interface PaymentDrawerProps {
  details: Pick<ReviewDetails, "order" | "buyer" | "since" | "choices" | "decisions">;
  /** Why a decision is needed or possible; null when neither is so. */
  why: ReactNode;
  /** How the payment stands, where no decision is needed. */
  state: string;
  /** Key of the payment in URLs. */
  subject: string;
  /** Renders the form of the decision that the URL opens. */
  renderDecisionForm: (choice: Choice) => ReactNode;
  /** Renders the form that undoes a decision. */
  renderUndoForm: (decision: DecisionRow) => ReactNode;
  /** Facts about the money. */
  children: ReactNode;
}

/** The panel of a payment: why it needs a decision, the possible decisions, its order, and earlier decisions. */
export function PaymentDrawer(props: PaymentDrawerProps) {
  const { details, why, state, subject, renderDecisionForm, renderUndoForm, children } = props;
  const { order, buyer, since, choices, decisions } = details;
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const close = closePath(search);
  const chosen = choices.find((choice) => choice === search.get("decide"));
  const undoing = decisions.find(
    ({ id, canBeUndone }) => canBeUndone && String(id) === search.get("undo"),
  );
  return (
    <Drawer
      title={why ? "Payment to review" : "Payment"}
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
      closeTo={close}
      onClose={() => void navigate(close, { preventScrollReset: true })}
    >
      <DrawerSection title={why ? "What to do" : "State"}>
        {!why && <p className="review__text">{state}</p>}
        {why && (
          <Notice tone="pending">
            <b>{why}</b>{" "}
            {since && (
              <>
                Waiting since <Time value={since} />.
              </>
            )}
          </Notice>
        )}
        {undoing ? (
          renderUndoForm(undoing)
        ) : (
          <>
            <Choices
              choices={choices}
              subject={subject}
              chosen={chosen}
              needsDecision={why !== null}
            />
            {chosen && renderDecisionForm(chosen)}
          </>
        )}
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
  needsDecision: boolean;
}

/** Links that open the forms of the possible decisions. */
function Choices({ choices, subject, chosen, needsDecision }: ChoicesProps) {
  const [search] = useSearchParams();
  if (choices.length === 0) return null;
  return (
    <>
      {!needsDecision && (
        <p className="review__text">You can still record a refund that you sent.</p>
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

/** The order and its buyer; nothing for an unclaimed payment. */
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
                <OrderLink className="link mono" orderId={order.id} />
              ) : (
                (order?.id ?? "Removed for good")
              ),
          },
          { label: "Package", value: goodsText(buyer) },
          { label: "Price", value: formatUsd(buyer.priceCents) },
          buyer.tiktokUsername === null
            ? { label: "For", value: recipientText(buyer) }
            : { label: "TikTok username", value: `@${buyer.tiktokUsername}` },
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

/** The decisions about this payment, newest first. Active ones can be undone. */
function EarlierDecisions({ decisions, subject }: EarlierDecisionsProps) {
  const [search] = useSearchParams();
  return (
    <ul className="review__decisions">
      {decisions.map(
        ({ id, kind, reason, byEmail, at, refund, lookUp, receipt, undone, canBeUndone }) => (
          <li key={id}>
            <div>
              <b className={undone ? "review__undone" : undefined}>{choiceLabels[kind].done}</b>{" "}
              <Time value={at} />
              <p className="review__text">
                {byEmail}: {reason}
              </p>
              {refund && (
                <p className="review__text">
                  {"creditCents" in refund ? (
                    <>{formatUsd(refund.creditCents)} added to the credit of the account</>
                  ) : (
                    <>
                      <Btc sats={refund.sats} /> to <span className="mono">{refund.address}</span>{" "}
                      in <span className="mono">{refund.txid}</span>
                    </>
                  )}
                </p>
              )}
              {refund && lookUp && !undone && (
                <p className="review__text">
                  <b>{refundStateText(lookUp, refund.sats)}</b>
                </p>
              )}
              {receipt?.refundCents && !(refund && "creditCents" in refund) && (
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
        ),
      )}
    </ul>
  );
}
