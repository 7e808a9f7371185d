import { Link } from "react-router";
import { Field } from "#app/ui/field.tsx";
import { Tag } from "#app/ui/badge.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { timeText } from "#lib/time.ts";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { formatMoney, formatUsd } from "#lib/money.ts";
import type { EntryRow, EntryState, Proposal } from "#shop/methods/bank/matching.ts";
import { receiptPath } from "../review/review-paths.ts";
import type { BankActionData } from "./action-data.ts";
import { EntryForm } from "./entry-form.tsx";
import { OrderLink } from "../shared/team-link.tsx";

interface EntryLineProps {
  row: EntryRow;
  view: EntryState;
  /** Why the last action on this line failed. */
  error: Extract<BankActionData, { kind: "line" }> | null;
}

/** A line of a statement: payer, amount and purpose, with the actions for it. */
export function EntryLine({ row, view, error }: EntryLineProps) {
  const { cents, currency, bookedOn, payer, purpose, doubt } = row;
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
        {doubt && <Notice tone="pending">Please check this line: {doubt}.</Notice>}
        {view === "new" && <Proposed row={row} />}
        {view === "new" && <EntryChoices row={row} error={error} />}
        {view === "recorded" && <Recorded row={row} />}
        {view === "ignored" && (
          <EntryForm intent="back" entries={[{ reference: row.reference }]} variant="ghost">
            Restore <Whose row={row} />
          </EntryForm>
        )}
      </div>
    </li>
  );
}

function Proposed({ row: { reference, payer, doubt, evidence, proposal } }: { row: EntryRow }) {
  if (!proposal) return <p className="bank__why">No order matches.</p>;
  const { orderId, certain } = proposal;
  return (
    <div className="bank__proposal">
      <div>
        <OrderLink className="link mono" orderId={orderId} /> {certain && <Tag>Certain</Tag>}
        <p className="bank__why">
          {evidence && certain && `Evidence: ${evidence}. `}
          {whyProposed(proposal, doubt)}
        </p>
      </div>
      {certain && (
        <EntryForm
          intent="confirm"
          entries={[{ reference, orderId }]}
          aria-label={`Record for ${orderId}: ${payer}`}
        >
          Record
        </EntryForm>
      )}
    </div>
  );
}

function Recorded({ row: { receiptId, orderId } }: { row: EntryRow }) {
  return (
    <p className="bank__why">
      {orderId ? (
        <>
          For <OrderLink className="link mono" orderId={orderId} />
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

/** Returns the reasons for and against the proposed order. */
function whyProposed(proposal: Proposal, doubt: string | null): string {
  const { named, amountFits, payerFits, isPayable, totalCents } = proposal;
  const reasons = [
    named === "exactly" && "Named in the purpose",
    named === "alike" && "Named in the purpose, with look-alike letters",
    named === null && (payerFits ? "Amount and payer fit" : "The only order of this amount"),
    named !== null && amountFits && "the amount fits",
    named !== null && payerFits && (amountFits ? "so does the payer" : "the payer fits"),
  ].filter(Boolean);
  const doubts = [
    !amountFits && `The price is ${formatUsd(totalCents)}.`,
    !isPayable && "It is not waiting for a payment.",
    named !== null &&
      amountFits &&
      isPayable &&
      !proposal.certain &&
      doubt === null &&
      "Another line matches it, too.",
  ].filter(Boolean);
  return [`${reasons.join(", ")}.`, ...doubts].join(" ");
}

/** Other actions for a line: record it for an order, record it without one, or set it aside. */
function EntryChoices({ row, error }: Pick<EntryLineProps, "row" | "error">) {
  const { proposal } = row;
  // A likely order is filled in, to be checked before it is recorded.
  const first = proposal && !proposal.certain ? proposal.orderId : "";
  return (
    <Disclosure
      className="bank__else"
      title={proposal?.certain ? "Something else" : "What to do"}
      open={error !== null}
    >
      <EntryForm
        intent="record"
        entries={[{ reference: row.reference }]}
        className="bank__order"
        fields={
          <Field
            label="Record for order"
            name="orderId"
            mono
            defaultValue={error?.orderId || first}
            error={error?.problem}
            maxLength={20}
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
            required
          />
        }
      >
        Record
      </EntryForm>
      <div className="row">
        <EntryForm intent="unassigned" entries={[{ reference: row.reference }]} variant="ghost">
          Record without an order <Whose row={row} />
        </EntryForm>
        <EntryForm intent="aside" entries={[{ reference: row.reference }]} variant="ghost">
          Set aside <Whose row={row} />
        </EntryForm>
      </div>
      <p className="bank__why">
        Without an order it waits in Review, where it can be refunded. Set aside what has nothing to
        do with the shop.
      </p>
    </Disclosure>
  );
}

function Whose({ row }: { row: EntryRow }) {
  return <span className="sr">of {row.payer || "no payer named"}</span>;
}
