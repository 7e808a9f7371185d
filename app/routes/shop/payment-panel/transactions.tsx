import { CopyButton } from "#app/ui/copy-button.tsx";
import type { KeyValue } from "#app/ui/key-value-list.tsx";
import { t } from "#messages/translate.ts";
import type { PaymentView } from "#shop/payments/payment-view.ts";
import { Btc } from "./panel-layout.tsx";

/** Returns one row per transaction with its shortened ID, and per paid invoice with its payment hash. */
export function transactionRows(payment: PaymentView): KeyValue[] {
  const several = payment.transactions.length > 1;
  const invoices = payment.lightningPayments.map(({ paymentHash }) => ({
    label: t("payment.lightningPayment"),
    value: (
      <Shortened
        text={paymentHash}
        copy={t("payment.copyHash")}
        toastMessage={t("payment.hashCopied")}
      />
    ),
    mono: true,
  }));
  const transactions = payment.transactions.map(({ txid, sats }, index) => {
    const number = index + 1;
    return {
      label: several ? t("payment.transactionNumbered", { number }) : t("payment.transaction"),
      value: (
        <span className="pay__tx">
          {several && <Btc sats={sats} />}
          <Shortened
            text={txid}
            copy={
              several
                ? t("payment.copyTransactionNumbered", { number })
                : t("payment.copyTransaction")
            }
            toastMessage={t("payment.transactionCopied")}
          />
        </span>
      ),
      mono: true,
    };
  });
  return [...invoices, ...transactions];
}

interface ShortenedProps {
  text: string;
  /** The name of the copy button. */
  copy: string;
  toastMessage: string;
}

/** A shortened transaction ID or address. The title and the copy button have all of it. */
export function Shortened({ text, copy, toastMessage }: ShortenedProps) {
  return (
    <span className="pay__txid mono">
      <span title={text} data-txid={text}>
        {text.slice(0, 4)}…{text.slice(-4)}
      </span>
      <CopyButton
        text={text}
        toastMessage={toastMessage}
        aria-label={copy}
        variant="ghost"
        size="sm"
      />
    </span>
  );
}
