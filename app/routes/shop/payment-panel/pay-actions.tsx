import { useRootData } from "#app/root-data.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { CopyButton } from "#app/ui/copy-button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { t } from "#messages/translate.ts";

/** On touch and small screens, where the wallet is on the same device: the main button, above what can be copied. */
export function WalletFirst({ uri }: { uri: string }) {
  return (
    <div className="pay__actions pay__touch">
      <OpenInWallet uri={uri} variant="primary" />
    </div>
  );
}

/** A text that the buyer copies into the wallet. */
export interface Copyable {
  label: string;
  text: string;
  toastMessage: string;
}

export interface CopyActionsProps {
  /** The most important one first. */
  copies: readonly Copyable[];
  uri: string | null;
  /** On a large screen the first one stands alone in its row: it belongs to what is further above. */
  apart?: boolean;
}

/** The buttons that copy; on a large screen, where the wallet is elsewhere, they are the main ones. */
export function CopyActions({ copies, uri, apart }: CopyActionsProps) {
  return (
    <>
      <div className={`pay__actions pay__large${apart ? " pay__actions--rest" : ""}`}>
        {copies.map((each, index) => (
          <Copy key={each.label} {...each} variant={index === 0 ? "primary" : "secondary"} />
        ))}
        {uri && <OpenInWallet uri={uri} variant="secondary" />}
      </div>
      <div className="pay__actions pay__touch">
        {copies.map((each) => (
          <Copy key={each.label} {...each} variant="secondary" />
        ))}
      </div>
    </>
  );
}

type Variant = "primary" | "secondary";

function Copy({ label, text, toastMessage, variant }: Copyable & { variant: Variant }) {
  return (
    <CopyButton text={text} toastMessage={toastMessage} variant={variant}>
      {label}
    </CopyButton>
  );
}

function OpenInWallet({ uri, variant }: { uri: string; variant: Variant }) {
  const isSandbox = useRootData()?.sandbox;
  return (
    <>
      <ButtonLink to={uri} variant={variant}>
        <Icon name="wallet" />
        {t("payment.openWallet")}
      </ButtonLink>
      {isSandbox && (
        // The sandbox serves its wallet itself. In another tab, so that this page shows the payment arrive.
        <ButtonLink
          to={`/sandbox/wallet?uri=${encodeURIComponent(uri)}`}
          reloadDocument
          target="_blank"
        >
          {t("payment.openSandboxWallet")}
        </ButtonLink>
      )}
    </>
  );
}

/** Returns the button for an address. */
export function addressToCopy(address: string): Copyable {
  const toastMessage = t("payment.addressCopied");
  return { label: t("payment.copyAddress"), text: address, toastMessage };
}

/** Returns the button for a Lightning invoice. */
export function invoiceToCopy(bolt11: string): Copyable {
  const toastMessage = t("payment.invoiceCopied");
  return { label: t("payment.copyInvoice"), text: bolt11, toastMessage };
}
