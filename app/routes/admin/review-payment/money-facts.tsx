import { CopyButton } from "#app/ui/copy-button.tsx";
import { KeyValueList } from "#app/ui/key-value-list.tsx";
import { Time } from "#app/ui/time.tsx";
import { centsForSats, formatUsd } from "#lib/money.ts";
import type { ReviewDetails } from "#shop/payments/review/review-view.ts";
import { Btc } from "../review/review-labels.tsx";

/** Due and received amounts and their difference, in BTC and in dollars at the held rate. */
export function MoneyFacts({ details }: { details: ReviewDetails }) {
  const { quote, assessment, receivedSats, refundedSats, address, refundAddress } = details;
  const { excessSats = 0 } = assessment ?? {};
  // After a refund nothing is missing any more.
  const missingSats = assessment?.status === "refunded" ? 0 : (assessment?.missingSats ?? 0);
  const amount = (sats: number) => <Amount sats={sats} rateCents={quote?.rateCents ?? null} />;
  return (
    <KeyValueList
      rows={[
        ...(assessment ? [{ label: "Requested", value: amount(assessment.dueSats) }] : []),
        { label: "Received", value: amount(receivedSats) },
        ...(missingSats > 0 ? [{ label: "Missing", value: amount(missingSats) }] : []),
        ...(excessSats > 0 ? [{ label: "Too much", value: amount(excessSats) }] : []),
        ...(refundedSats > 0 ? [{ label: "Sent back", value: amount(refundedSats) }] : []),
        ...(quote
          ? [
              { label: "Rate held", value: `${formatUsd(quote.rateCents)} per BTC` },
              { label: "Held until", value: <Time value={quote.expiresAt} /> },
            ]
          : []),
        {
          label: "Address",
          value: address ? (
            <Copied text={address} what="Bitcoin address" />
          ) : (
            "None: Lightning only"
          ),
        },
        ...(refundAddress
          ? [
              {
                label: "Refund to",
                value: <Copied text={refundAddress} what="Refund address" />,
              },
            ]
          : []),
      ]}
    />
  );
}

function Amount({ sats, rateCents }: { sats: number; rateCents: number | null }) {
  return (
    <span className="review__amount">
      <Btc sats={sats} />
      {rateCents !== null && (
        <span className="muted">{formatUsd(centsForSats(sats, rateCents))}</span>
      )}
    </span>
  );
}

const states = {
  mempool: "not in a block yet",
  confirmed: "confirmed",
  replaced: "replaced",
  dropped: "dropped by the network",
  reorged: "its block was replaced",
} as const;

/** The received outputs and their states, and the paid Lightning invoices. */
export function Transactions({ details }: { details: ReviewDetails }) {
  const { outputs, lightningPayments } = details;
  return (
    <ul className="review__outputs">
      {lightningPayments.map(({ paymentHash, sats, firstSeenAt }) => (
        <li key={paymentHash}>
          <div className="review__amount">
            <Btc sats={sats} />
          </div>
          <div className="review__output">
            <Copied text={paymentHash} what="Payment hash" />
            <span className="muted">
              by Lightning, <Time value={firstSeenAt} />
            </span>
          </div>
        </li>
      ))}
      {outputs.map(({ txid, vout, sats, state, confirmations, firstSeenAt, rateCents }) => (
        <li key={`${txid}:${vout}`}>
          <div className="review__amount">
            <Btc sats={sats} />
            {rateCents !== null && (
              <span className="muted">{formatUsd(centsForSats(sats, rateCents))} when seen</span>
            )}
          </div>
          <div className="review__output">
            <Copied text={txid} what="Transaction ID" />
            <span className="muted">
              {state === "confirmed"
                ? `${confirmations} ${confirmations === 1 ? "confirmation" : "confirmations"}`
                : states[state]}
              , <Time value={firstSeenAt} />
            </span>
          </div>
        </li>
      ))}
    </ul>
  );
}

function Copied({ text, what }: { text: string; what: string }) {
  return (
    <span className="review__copied">
      <span className="mono" title={text}>
        {text.slice(0, 8)}…{text.slice(-6)}
      </span>
      <CopyButton
        text={text}
        toastMessage={`${what} copied to clipboard`}
        aria-label={`Copy ${what}`}
        variant="ghost"
        size="sm"
      />
    </span>
  );
}
