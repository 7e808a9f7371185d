import { KeyValueList } from "#app/ui/key-value-list.tsx";
import { Time } from "#app/ui/time.tsx";
import { formatBtc } from "#lib/money.ts";
import { rich, t } from "#messages/translate.ts";
import { Address } from "./address.tsx";
import { addressToCopy, CopyActions, WalletFirst } from "./pay-actions.tsx";
import { type PanelBodyProps, Btc, PanelLayout } from "./panel-layout.tsx";
import { PaymentCode, UnlessPaid } from "./pending.tsx";

/** Less than the amount due was seen: shows the outstanding amount, to the same address. */
export function PartiallyPaid(props: PanelBodyProps) {
  return (
    <UnlessPaid payment={props.payment}>
      <Outstanding {...props} />
    </UnlessPaid>
  );
}

function Outstanding({ payment, orderId }: PanelBodyProps) {
  const { chain } = payment;
  return (
    <PanelLayout
      figure={chain && <PaymentCode uri={chain.uri} />}
      caption={t("payment.hasMissing")}
      notes={[
        {
          icon: "info",
          text: `${t("payment.feeTaken")} ${restContinues(orderId)}`,
        },
        {
          icon: "clock",
          text: payment.isTopUp
            ? rich("payment.restHeld", { time: <Time value={payment.expiresAt} /> })
            : t("payment.restCounted"),
        },
      ]}
    >
      {payment.isTopUp && <p className="pay__lead">{t("payment.sendRest")}</p>}
      <KeyValueList
        className="pay__facts"
        rows={[
          { label: t("payment.amountDue"), value: <Btc sats={payment.dueSats} /> },
          { label: t("payment.received"), value: <Btc sats={payment.receivedSats} /> },
          {
            label: <b>{t("payment.stillToSend")}</b>,
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
          <p className="pay__label pay__label--gap">{t("payment.toSameAddress")}</p>
          <Address address={chain.address} data-testid="payment-address" />
        </>
      )}
      <CopyActions
        copies={[
          {
            label: t("payment.copyMissing"),
            text: formatBtc(payment.missingSats),
            toastMessage: t("payment.amountCopied"),
          },
          ...(chain ? [addressToCopy(chain.address)] : []),
        ]}
        uri={chain && chain.uri}
        apart
      />
    </PanelLayout>
  );
}

function restContinues(orderId: string | null): string {
  return orderId ? t("payment.restContinuesOrder", { id: orderId }) : t("payment.restContinues");
}
