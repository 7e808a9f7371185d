import { useRootData } from "#app/root-data.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { CopyButton } from "#app/ui/copy-button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { KeyValueList } from "#app/ui/key-value-list.tsx";
import { QrCode } from "#app/ui/qr.tsx";
import { Tag } from "#app/ui/badge.tsx";
import { Time } from "#app/ui/time.tsx";
import { formatBtc, formatCount, formatUsd } from "#lib/money.ts";
import type { PaymentView } from "#shop/payments/payment-view.ts";
import { type PriceSourceName, priceSourceNames } from "#shop/payments/prices/rate.ts";
import { Address } from "./address.tsx";
import { OpenWay, WayPicker } from "./ways.tsx";
import {
  type PanelBodyProps,
  type PanelNote,
  Btc,
  orderName,
  PanelLayout,
} from "./panel-layout.tsx";

/** No payment seen yet: shows the amount, where to send it, and the expiry. */
export function Pending(props: PanelBodyProps) {
  const { ways, way } = props.payment;
  return (
    <>
      {ways.length > 1 && <WayPicker {...props} />}
      {way === "lightning" ? <PendingInvoice {...props} /> : <PendingAddress {...props} />}
    </>
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
      <AmountToSend payment={payment} />
      <hr className="stitch pay__seam" />
      <p className="pay__label">To this address</p>
      <Address address={chain.address} data-testid="payment-address" />
      <div className="pay__actions">
        <CopyAddressButton address={chain.address} variant="primary" />
        <OpenInWallet uri={chain.uri} />
      </div>
    </PanelLayout>
  );
}

/** Amount and rate. */
function AmountToSend({ payment }: { payment: PaymentView }) {
  return (
    <>
      <p className="pay__label">Send exactly</p>
      <p className="pay__amount">
        <span data-testid="payment-amount">{formatBtc(payment.missingSats)}</span>
        <Tag tone="btc">BTC</Tag>
        <CopyAmountButton sats={payment.missingSats} />
      </p>
      <p className="pay__rate num">
        <span>
          <b>{formatUsd(payment.priceCents)}</b>
          {payment.way === "lightning" && `, or ${formatCount(payment.missingSats)} sats,`} at{" "}
          {formatUsd(payment.rateCents)} per BTC, held until{" "}
          <Time value={payment.expiresAt} format="time" />.
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
      <AmountToSend payment={payment} />
      <hr className="stitch pay__seam" />
      <p className="pay__label">With this Lightning invoice</p>
      <p className="pay__invoice mono" data-testid="payment-invoice" data-invoice={invoice.bolt11}>
        {invoice.bolt11}
      </p>
      <div className="pay__actions">
        <CopyButton
          text={invoice.bolt11}
          toastMessage="Lightning invoice copied to clipboard"
          variant="primary"
        >
          Copy Invoice
        </CopyButton>
        <OpenInWallet uri={invoice.uri} />
      </div>
    </PanelLayout>
  );
}

/** Less than the amount due was seen: shows the outstanding amount, to the same address. */
export function PartiallyPaid({ payment, orderId }: PanelBodyProps) {
  const { chain } = payment;
  return (
    <PanelLayout
      figure={chain && <PaymentCode uri={chain.uri} />}
      caption="Contains the address and the missing amount"
      notes={[
        {
          icon: "info",
          text: `Some wallets take the fee out of the amount. Once the rest is there, ${orderName(orderId)} continues.`,
        },
        {
          icon: "clock",
          text: payment.isTopUp ? (
            <>
              This amount is held until <Time value={payment.expiresAt} />. What has arrived is not
              lost: we will review it.
            </>
          ) : (
            "At 00:00 the price lock ends. What has arrived is not lost: we will review it."
          ),
        },
      ]}
    >
      {payment.isTopUp && (
        <p className="pay__lead">
          We have reviewed your payment. Please send the rest, and the order continues.
        </p>
      )}
      <KeyValueList
        className="pay__facts"
        rows={[
          { label: "Amount due", value: <Btc sats={payment.dueSats} /> },
          { label: "Received", value: <Btc sats={payment.receivedSats} /> },
          {
            label: <b>Still to send</b>,
            value: (
              <b className="mono">
                <span data-testid="payment-amount">{formatBtc(payment.missingSats)}</span>&nbsp;BTC
              </b>
            ),
          },
        ]}
      />
      {chain && (
        <>
          <p className="pay__label pay__label--gap">To the same address</p>
          <Address address={chain.address} data-testid="payment-address" />
        </>
      )}
      <div className="pay__actions pay__actions--rest">
        <CopyButton
          text={formatBtc(payment.missingSats)}
          toastMessage="Amount copied to clipboard"
          variant="primary"
        >
          Copy missing amount
        </CopyButton>
        {chain && <CopyAddressButton address={chain.address} variant="secondary" />}
        {chain && <OpenInWallet uri={chain.uri} />}
      </div>
    </PanelLayout>
  );
}

const expiryNote: PanelNote = {
  icon: "clock",
  text: "When the time is up, you can get a new amount at the rate of that moment.",
};

function PaymentCode({ uri }: { uri: string }) {
  return <QrCode value={uri} label="QR code with the address and the amount" />;
}

function CopyAmountButton({ sats }: { sats: number }) {
  return (
    <CopyButton
      text={formatBtc(sats)}
      toastMessage="Amount copied to clipboard"
      aria-label="Copy amount"
      variant="ghost"
      size="sm"
    />
  );
}

interface CopyAddressButtonProps {
  address: string;
  variant: "primary" | "secondary";
}

function CopyAddressButton({ address, variant }: CopyAddressButtonProps) {
  return (
    <CopyButton text={address} toastMessage="Bitcoin address copied to clipboard" variant={variant}>
      Copy Address
    </CopyButton>
  );
}

function OpenInWallet({ uri }: { uri: string }) {
  const isSandbox = useRootData()?.sandbox;
  return (
    <>
      <ButtonLink to={uri}>
        <Icon name="wallet" />
        Open in wallet
      </ButtonLink>
      {isSandbox && (
        // The sandbox serves its wallet itself. In another tab, so that this page shows the payment arrive.
        <ButtonLink
          to={`/sandbox/wallet?uri=${encodeURIComponent(uri)}`}
          reloadDocument
          target="_blank"
        >
          Pay from the sandbox wallet
        </ButtonLink>
      )}
    </>
  );
}

/** Returns 'from Kraken', or 'the median of Kraken, Coinbase and Bitstamp'. */
function sourceText(sources: readonly PriceSourceName[]): string {
  const known = Object.entries(priceSourceNames) as [PriceSourceName, string][];
  const names = known.filter(([source]) => sources.includes(source)).map(([, name]) => name);
  const last = names.at(-1) ?? "";
  if (names.length < 2) return `from ${last}`;
  return `the median of ${names.slice(0, -1).join(", ")} and ${last}`;
}
