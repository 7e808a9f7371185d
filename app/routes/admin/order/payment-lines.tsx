import { CopyButton } from "#app/ui/copy-button.tsx";
import { Time } from "#app/ui/time.tsx";
import { formatBtc, formatUsd } from "#lib/money.ts";
import type { OutputState } from "#shop/payments/model/payment.ts";
import type { PaymentDetails } from "#shop/payments/payment-details.server.ts";
import { refundStateText } from "../review/review-labels.tsx";

const gone: Partial<Record<OutputState, string>> = {
  replaced: "replaced by another",
  dropped: "dropped by the network",
  reorged: "removed from the chain",
};

/** A paid Lightning invoice. Its payment hash is what the node and the buyer's wallet list it under. */
export function LightningLine({ paid }: { paid: PaymentDetails["lightningPayments"][number] }) {
  const { paymentHash, sats, firstSeenAt } = paid;
  return (
    <li>
      <PaymentHash hash={paymentHash} />
      <span className="mono">{formatBtc(sats)} BTC</span>
      <span className="panel__aside">
        paid <Time value={firstSeenAt} format="short" />
      </span>
    </li>
  );
}

function PaymentHash({ hash }: { hash: string }) {
  return (
    <span className="panel__address">
      <ShortId id={hash} />
      <CopyButton
        text={hash}
        toastMessage="Payment hash copied to clipboard"
        variant="ghost"
        size="sm"
        aria-label="Copy payment hash"
      />
    </span>
  );
}

interface UnknownInvoiceLineProps {
  invoice: PaymentDetails["unknownInvoices"][number];
}

/** An invoice whose payment this node cannot tell; the one that made it can, by the payment hash. */
export function UnknownInvoiceLine({ invoice }: UnknownInvoiceLineProps) {
  const { paymentHash, sats, unknownSince } = invoice;
  return (
    <li>
      <PaymentHash hash={paymentHash} />
      <span className="mono">{formatBtc(sats)} BTC</span>
      <span className="panel__aside">
        Since <Time value={unknownSince} format="short" />. Was it paid? Only the node that made it
        can tell.
      </span>
    </li>
  );
}

interface TransactionLineProps {
  transaction: PaymentDetails["transactions"][number];
  explorer: string;
}

/** A received output of a transaction. */
export function TransactionLine({ transaction, explorer }: TransactionLineProps) {
  const { txid, sats, state, replacedBy, firstSeenAt, confirmations } = transaction;
  return (
    <li>
      <TransactionId txid={txid} explorer={explorer} />
      <span className="mono">{formatBtc(sats)} BTC</span>
      <span className="panel__aside">
        {replacedBy ? (
          <>
            replaced by <TransactionId txid={replacedBy} explorer={explorer} />
          </>
        ) : (
          (gone[state] ??
          (confirmations === 1 ? "1 confirmation" : `${confirmations} confirmations`))
        )}
        , seen <Time value={firstSeenAt} format="short" />
      </span>
    </li>
  );
}

interface RefundLineProps {
  refund: PaymentDetails["refunds"][number];
  explorer: string;
}

/** A refund of bitcoins: that was sent, or that became credit. */
export function RefundLine({ refund, explorer }: RefundLineProps) {
  const { sats, lookUp } = refund;
  if ("creditCents" in refund)
    return (
      <>
        <span>{formatUsd(refund.creditCents)} as credit</span>
        <span className="mono">{formatBtc(sats)} BTC</span>
      </>
    );
  return (
    <>
      <TransactionId txid={refund.txid} explorer={explorer} />
      <span className="mono">{formatBtc(sats)} BTC</span>
      <span className="panel__aside">
        {lookUp?.state === "elsewhere" ? (
          <b className="panel__wrong">{refundStateText(lookUp, sats)}. </b>
        ) : (
          lookUp && <>{refundStateText(lookUp, sats)}. </>
        )}
        To <span className="mono">{refund.address}</span>
      </span>
    </>
  );
}

/** A shortened transaction id, linked to the block explorer if one is configured. */
function TransactionId({ txid, explorer }: { txid: string; explorer: string }) {
  const link = transactionLink(explorer, txid);
  if (!link) return <ShortId id={txid} />;
  return (
    <a className="link mono" href={link} target="_blank" rel="noreferrer" title={txid}>
      {shortened(txid)}
      <span className="sr"> (opens in a new tab)</span>
    </a>
  );
}

function ShortId({ id }: { id: string }) {
  return (
    <span className="mono" title={id}>
      {shortened(id)}
    </span>
  );
}

function shortened(id: string): string {
  return `${id.slice(0, 8)}…${id.slice(-8)}`;
}

/** Returns the URL of a transaction in the configured block explorer; null without one. */
export function transactionLink(blockExplorer: string, txid: string): string | null {
  return blockExplorer ? blockExplorer.replaceAll("{txid}", encodeURIComponent(txid)) : null;
}
