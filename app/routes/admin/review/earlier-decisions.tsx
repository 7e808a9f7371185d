import { useSearchParams } from "react-router";
import { ButtonLink } from "#app/ui/button.tsx";
import { Time } from "#app/ui/time.tsx";
import { formatMoney } from "#lib/money.ts";
import type { DecisionRow } from "#shop/payments/review/review-view.ts";
import { Btc } from "./btc.tsx";
import { panelPath } from "./review-paths.ts";
import { choiceWords } from "./review-labels.ts";

export interface EarlierDecisionsProps {
  decisions: readonly DecisionRow[];
  subject: string;
}

/** What was decided about this payment, newest first; what stands can be taken back. */
export function EarlierDecisions({ decisions, subject }: EarlierDecisionsProps) {
  const [search] = useSearchParams();
  return (
    <ul className="review__decisions">
      {decisions.map(({ id, kind, reason, byEmail, at, refund, receipt, undone, canBeUndone }) => (
        <li key={id}>
          <div>
            <b className={undone ? "review__undone" : undefined}>{choiceWords[kind].done}</b>{" "}
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
