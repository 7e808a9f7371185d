import { KeyValueList } from "#app/ui/key-value-list.tsx";
import { Time } from "#app/ui/time.tsx";
import { formatBtc } from "#lib/money.ts";
import { Address } from "./address.tsx";
import { addressToCopy, CopyActions, WalletFirst } from "./pay-actions.tsx";
import { type PanelBodyProps, Btc, orderName, PanelLayout } from "./panel-layout.tsx";
import { PaymentCode } from "./pending.tsx";

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
          <WalletFirst uri={chain.uri} />
          <p className="pay__label pay__label--gap">To the same address</p>
          <Address address={chain.address} data-testid="payment-address" />
        </>
      )}
      <CopyActions
        copies={[
          {
            label: "Copy missing amount",
            text: formatBtc(payment.missingSats),
            toastMessage: "Amount copied to clipboard",
          },
          ...(chain ? [addressToCopy(chain.address)] : []),
        ]}
        uri={chain && chain.uri}
        apart
      />
    </PanelLayout>
  );
}
