import { href, Link } from "react-router";
import { Tag } from "#app/ui/tag.tsx";
import { timeText } from "#app/ui/time.tsx";
import { formatMoney } from "#lib/money.ts";
import type { EntryRow, EntryState } from "#shop/methods/bank/entry.ts";
import { receiptPath } from "../review/review-paths.ts";
import type { BankAnswer } from "./bank-answer.ts";
import { ConfirmForm } from "./confirm-forms.tsx";
import { EntryChoices, LineButton } from "./entry-choices.tsx";
import { whyProposed } from "./why.ts";

export interface EntryLineProps {
  row: EntryRow;
  view: EntryState;
  /** Why nothing was done with it a moment ago. */
  refused: Extract<BankAnswer, { kind: "line" }> | null;
}

/** A line of a statement: who paid how much, what for, and what can be done with it. */
export function EntryLine({ row, view, refused }: EntryLineProps) {
  const { cents, currency, bookedOn, payer, purpose } = row;
  return (
    <li className="bank__line">
      <div className="bank__what">
        <b>{payer || "No payer named"}</b>
        <span className="bank__day">
          <time dateTime={bookedOn}>{timeText(new Date(`${bookedOn}T12:00:00Z`), "date")}</time>
        </span>
        <p>{purpose || "No purpose named"}</p>
      </div>
      <b className="bank__amount">{formatMoney(cents, currency)}</b>
      <div className="bank__do">
        {view === "new" && <Proposed row={row} />}
        {view === "new" && <EntryChoices row={row} refused={refused} />}
        {view === "recorded" && <Recorded row={row} />}
        {view === "ignored" && (
          <LineButton intent="back" row={row}>
            Take back
          </LineButton>
        )}
      </div>
    </li>
  );
}

function Proposed({ row: { reference, payer, proposal } }: { row: EntryRow }) {
  if (!proposal) return <p className="bank__why">No order seems to be meant.</p>;
  const { orderId, certain } = proposal;
  return (
    <div className="bank__proposal">
      <div>
        <Link className="link mono" to={href("/admin/orders/:orderId", { orderId })}>
          {orderId}
        </Link>{" "}
        {certain && <Tag>Certain</Tag>}
        <p className="bank__why">{whyProposed(proposal)}</p>
      </div>
      {certain && (
        <ConfirmForm
          pairs={[{ reference, orderId }]}
          variant="secondary"
          label={`Record for ${orderId}: ${payer}`}
        >
          Record
        </ConfirmForm>
      )}
    </div>
  );
}

function Recorded({ row: { receiptId, orderId } }: { row: EntryRow }) {
  return (
    <p className="bank__why">
      {orderId ? (
        <>
          For{" "}
          <Link className="link mono" to={href("/admin/orders/:orderId", { orderId })}>
            {orderId}
          </Link>
        </>
      ) : (
        "For no order"
      )}
      {receiptId !== null && (
        <>
          {" · "}
          <Link className="link" to={receiptPath(receiptId)}>
            Payment
          </Link>
        </>
      )}
    </p>
  );
}
