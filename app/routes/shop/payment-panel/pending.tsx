import type { ReactNode } from "react";
import { CopyButton } from "#app/ui/copy-button.tsx";
import { QrCode } from "#app/ui/qr.tsx";
import { Tag } from "#app/ui/badge.tsx";
import { Time } from "#app/ui/time.tsx";
import { formatBtc } from "#lib/money.ts";
import { allOf, money, percent } from "#messages/format.ts";
import { rich, t } from "#messages/translate.ts";
import type { PaymentView } from "#shop/payments/payment-view.ts";
import { type PriceSourceName, priceSourceNames } from "#shop/payments/prices/rate.ts";
import { Address } from "./address.tsx";
import { addressToCopy, CopyActions, invoiceToCopy, WalletFirst } from "./pay-actions.tsx";
import { OpenWay, WayPicker } from "./ways.tsx";
import { type PanelBodyProps, type PanelNote, PanelLayout } from "./panel-layout.tsx";

/** An invoice longer than this leaves a unified code too many modules for error correction level M. */
const LONG_INVOICE = 380;

/** No payment seen yet: shows the amount, where to send it, and the expiry. */
export function Pending(props: PanelBodyProps) {
  const { ways, way } = props.payment;
  const Way = { both: PendingBoth, lightning: PendingInvoice, chain: PendingAddress }[way];
  return (
    <>
      {ways.length > 1 && <WayPicker {...props} />}
      <UnlessPaid payment={props.payment}>
        <Way {...props} />
      </UnlessPaid>
    </>
  );
}

/**
 * Asks before it shows an address while an invoice may be paid of which the node does not tell: whoever has paid it would
 * pay twice.
 */
export function UnlessPaid({ payment, children }: { payment: PaymentView; children: ReactNode }) {
  const { lightningUp, invoiceMayBePaid, chain, way } = payment;
  if (lightningUp || !invoiceMayBePaid || !chain || way === "lightning") return children;
  return (
    <details className="pay__already pay__unless">
      <summary>{t("payment.notPaid")}</summary>
      <p className="pay__unless-text">{t("payment.notPaidText")}</p>
      {children}
    </details>
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
          label={t("payment.codeOfBoth")}
          level={invoice.bolt11.length > LONG_INVOICE ? "L" : "M"}
        />
      }
      caption={t("payment.hasBoth")}
      notes={[
        {
          icon: "bolt",
          text: `${t("payment.walletChooses")} ${noticed(orderId)}`,
        },
        expiryNote(),
      ]}
    >
      <AmountToSend payment={payment} sats={invoice.sats} inSats />
      <WalletFirst uri={unified.uri} />
      <hr className="stitch pay__seam" />
      <p className="pay__label">{t("payment.toBoth")}</p>
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
      caption={t("payment.hasAddress")}
      notes={[
        {
          icon: "info",
          text: `${t("payment.sendOnce")} ${noticed(orderId)}`,
        },
        expiryNote(),
      ]}
    >
      <AmountToSend payment={payment} sats={payment.missingSats} />
      <WalletFirst uri={chain.uri} />
      <hr className="stitch pay__seam" />
      <p className="pay__label">{t("payment.toAddress")}</p>
      <Address address={chain.address} data-testid="payment-address" />
      <CopyActions copies={[addressToCopy(chain.address)]} uri={chain.uri} />
    </PanelLayout>
  );
}

/** Amount and rate. */
function AmountToSend(props: { payment: PaymentView; sats: number; inSats?: boolean }) {
  const { payment, sats, inSats } = props;
  const held = {
    price: money(payment.priceCents),
    rate: money(payment.rateCents),
    b: <b />,
    time: <Time value={payment.expiresAt} format="time" />,
  };
  return (
    <>
      <p className="pay__label">{t("payment.sendExactly")}</p>
      <p className="pay__amount">
        <span data-testid="payment-amount">{formatBtc(sats)}</span>
        <Tag tone="btc">BTC</Tag>
        <CopyButton
          text={formatBtc(sats)}
          toastMessage={t("payment.amountCopied")}
          aria-label={t("payment.copyAmount")}
          variant="ghost"
          size="sm"
        />
      </p>
      <p className="pay__rate num">
        <span>
          {inSats ? rich("payment.heldInSats", { ...held, sats }) : rich("payment.held", held)}
        </span>{" "}
        <span>{rateText(payment)}</span>
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
        <QrCode value={invoice.bolt11.toUpperCase()} label={t("payment.codeOfInvoice")} level="M" />
      }
      caption={t("payment.hasInvoice")}
      notes={[
        {
          icon: "bolt",
          text: `${t("payment.lightningTakes")} ${noticed(orderId)}`,
        },
        expiryNote(),
      ]}
    >
      <AmountToSend payment={payment} sats={invoice.sats} inSats />
      <WalletFirst uri={invoice.uri} />
      <hr className="stitch pay__seam" />
      <p className="pay__label">{t("payment.toInvoice")}</p>
      <p className="pay__invoice mono" data-testid="payment-invoice" data-invoice={invoice.bolt11}>
        {invoice.bolt11}
      </p>
      <CopyActions copies={[invoiceToCopy(invoice.bolt11)]} uri={invoice.uri} />
    </PanelLayout>
  );
}

function noticed(orderId: string | null): string {
  return orderId ? t("payment.noticedOrder", { id: orderId }) : t("payment.noticed");
}

function expiryNote(): PanelNote {
  return { icon: "clock", text: t("payment.whenUp") };
}

/** The code of a payment to an address. */
export function PaymentCode({ uri }: { uri: string }) {
  return <QrCode value={uri} label={t("payment.codeOfAddress")} />;
}

/** Says from which source the rate is, or of which ones it is the median, and by what margin it is below that. */
function rateText({ sources, marginBasisPoints }: PaymentView): string {
  const known = Object.entries(priceSourceNames) as [PriceSourceName, string][];
  const names = known.filter(([source]) => sources.includes(source)).map(([, name]) => name);
  const margin = percent(marginBasisPoints);
  if (names.length < 2) {
    const [source = ""] = names;
    return marginBasisPoints > 0
      ? t("payment.rateFromLess", { source, margin })
      : t("payment.rateFrom", { source });
  }
  return marginBasisPoints > 0
    ? t("payment.rateMedianLess", { sources: allOf(names), margin })
    : t("payment.rateMedian", { sources: allOf(names) });
}
