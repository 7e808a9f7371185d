import { CopyButton } from "#app/ui/copy-button.tsx";
import { QrCode } from "#app/ui/qr.tsx";
import { Tag } from "#app/ui/badge.tsx";
import { Time } from "#app/ui/time.tsx";
import { formatBtc, formatCount, formatUsd } from "#lib/money.ts";
import type { PaymentView } from "#shop/payments/payment-view.ts";
import { type PriceSourceName, priceSourceNames } from "#shop/payments/prices/rate.ts";
import { Address } from "./address.tsx";
import { addressToCopy, CopyActions, invoiceToCopy, WalletFirst } from "./pay-actions.tsx";
import { OpenWay, WayPicker } from "./ways.tsx";
import { type PanelBodyProps, type PanelNote, orderName, PanelLayout } from "./panel-layout.tsx";

/** An invoice longer than this leaves a unified code too many modules for error correction level M. */
const LONG_INVOICE = 380;

/** No payment seen yet: shows the amount, where to send it, and the expiry. */
export function Pending(props: PanelBodyProps) {
  const { ways, way } = props.payment;
  const Way = { both: PendingBoth, lightning: PendingInvoice, chain: PendingAddress }[way];
  return (
    <>
      {ways.length > 1 && <WayPicker {...props} />}
      <Way {...props} />
    </>
  );
}

/** One code and one link for a wallet that pays by Lightning or on-chain, and the address beside them. */
function PendingBoth(props: PanelBodyProps) {
  const { payment, orderId } = props;
  const { unified, chain, invoice } = payment;
  if (!unified || !chain || !invoice) return <PendingAddress {...props} />;
  return (
    <PanelLayout
      wide
      figure={
        <QrCode
          value={unified.code}
          label="QR code with the address, the Lightning invoice and the amount"
          level={invoice.bolt11.length > LONG_INVOICE ? "L" : "M"}
        />
      }
      caption="Contains the address, the invoice and the amount"
      notes={[
        {
          icon: "bolt",
          text: `Your wallet pays by Lightning if it can, which takes seconds, and on-chain if not. This page notices it automatically, and ${orderName(orderId)} continues.`,
        },
        expiryNote,
      ]}
    >
      <AmountToSend payment={payment} sats={invoice.sats} inSats />
      <WalletFirst uri={unified.uri} />
      <hr className="stitch pay__seam" />
      <p className="pay__label">To this address, or by Lightning</p>
      <Address address={chain.address} data-testid="payment-address" />
      <CopyActions
        copies={[addressToCopy(chain.address), invoiceToCopy(invoice.bolt11)]}
        uri={unified.uri}
      />
    </PanelLayout>
  );
}

function PendingAddress(props: PanelBodyProps) {
  const { payment, orderId } = props;
  const { chain } = payment;
  if (!chain) return <OpenWay {...props} />;
  return (
    <PanelLayout
      figure={<PaymentCode uri={chain.uri} />}
      caption="Contains the address and the amount"
      notes={[
        {
          icon: "info",
          text: `Send it in one payment. Your wallet adds the network fee on top. This page notices it automatically, and ${orderName(orderId)} continues.`,
        },
        expiryNote,
      ]}
    >
      <AmountToSend payment={payment} sats={payment.missingSats} />
      <WalletFirst uri={chain.uri} />
      <hr className="stitch pay__seam" />
      <p className="pay__label">To this address</p>
      <Address address={chain.address} data-testid="payment-address" />
      <CopyActions copies={[addressToCopy(chain.address)]} uri={chain.uri} />
    </PanelLayout>
  );
}

/** Amount and rate. */
function AmountToSend(props: { payment: PaymentView; sats: number; inSats?: boolean }) {
  const { payment, sats, inSats } = props;
  return (
    <>
      <p className="pay__label">Send exactly</p>
      <p className="pay__amount">
        <span data-testid="payment-amount">{formatBtc(sats)}</span>
        <Tag tone="btc">BTC</Tag>
        <CopyButton
          text={formatBtc(sats)}
          toastMessage="Amount copied to clipboard"
          aria-label="Copy amount"
          variant="ghost"
          size="sm"
        />
      </p>
      <p className="pay__rate num">
        <span>
          <b>{formatUsd(payment.priceCents)}</b>
          {inSats && `, or ${formatCount(sats)} sats,`} at {formatUsd(payment.rateCents)} per BTC,
          held until <Time value={payment.expiresAt} format="time" />.
        </span>{" "}
        <span>
          The rate is {sourceText(payment.sources)}
          {payment.marginBasisPoints > 0 &&
            `, less a margin of ${payment.marginBasisPoints / 100}%`}
          .
        </span>
      </p>
    </>
  );
}

function PendingInvoice(props: PanelBodyProps) {
  const { payment, orderId } = props;
  const { invoice } = payment;
  if (!invoice) return <OpenWay {...props} />;
  return (
    <PanelLayout
      wide
      // Upper case makes the code smaller: its characters then need fewer bits (BOLT 11).
      figure={
        <QrCode
          value={invoice.bolt11.toUpperCase()}
          label="QR code with the Lightning invoice"
          level="M"
        />
      }
      caption="Contains the invoice and its amount"
      notes={[
        {
          icon: "bolt",
          text: `A Lightning payment takes seconds and costs next to nothing. This page notices it automatically, and ${orderName(orderId)} continues.`,
        },
        expiryNote,
      ]}
    >
      <AmountToSend payment={payment} sats={invoice.sats} inSats />
      <WalletFirst uri={invoice.uri} />
      <hr className="stitch pay__seam" />
      <p className="pay__label">With this Lightning invoice</p>
      <p className="pay__invoice mono" data-testid="payment-invoice" data-invoice={invoice.bolt11}>
        {invoice.bolt11}
      </p>
      <CopyActions copies={[invoiceToCopy(invoice.bolt11)]} uri={invoice.uri} />
    </PanelLayout>
  );
}

const expiryNote: PanelNote = {
  icon: "clock",
  text: "When the time is up, you can get a new amount at the rate of that moment.",
};

/** The code of a payment to an address. */
export function PaymentCode({ uri }: { uri: string }) {
  return <QrCode value={uri} label="QR code with the address and the amount" />;
}

/** Returns 'from Kraken', or 'the median of Kraken, Coinbase and Bitstamp'. */
function sourceText(sources: readonly PriceSourceName[]): string {
  const known = Object.entries(priceSourceNames) as [PriceSourceName, string][];
  const names = known.filter(([source]) => sources.includes(source)).map(([, name]) => name);
  const last = names.at(-1) ?? "";
  if (names.length < 2) return `from ${last}`;
  return `the median of ${names.slice(0, -1).join(", ")} and ${last}`;
}
