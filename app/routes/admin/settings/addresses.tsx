import { CopyButton } from "#app/ui/copy-button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { formatCount } from "#lib/money.ts";
import { isBeyondGap } from "#shop/payments/wallet/gap.ts";

export interface AddressesProps {
  kind: "xpub" | "fixed";
  /** The first addresses of the account key, or the fixed address. */
  first: readonly string[];
  /** Number of addresses issued since the last paid one. */
  unpaidRun: number;
  /** How far the owner's wallet looks. */
  gapLimit: number;
}

/** Receiving addresses, to compare with the wallet. */
export function Addresses({ kind, first, unpaidRun, gapLimit }: AddressesProps) {
  return (
    <section className="setting-group" aria-labelledby="addresses-title">
      <div>
        <h2 id="addresses-title">
          {kind === "xpub" ? "First receiving addresses" : "Receiving address"}
        </h2>
        <p>
          Compare with your wallet, character by character. If it shows others, payments would not
          reach you: check the configuration.
        </p>
        {kind === "xpub" && <Gap unpaidRun={unpaidRun} gapLimit={gapLimit} />}
      </div>
      <ol className="card addresses">
        {first.map((address, index) => (
          <li key={address}>
            {kind === "xpub" && (
              <span className="addresses__index" aria-hidden="true">
                {index + 1}
              </span>
            )}
            <code className="mono">{address}</code>
            <CopyButton
              text={address}
              toastMessage="Bitcoin address copied to clipboard"
              aria-label={kind === "xpub" ? `Copy address ${index + 1}` : "Copy address"}
              variant="ghost"
            />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Warns when the wallet's gap limit may hide the next payment. */
function Gap({ unpaidRun, gapLimit }: { unpaidRun: number; gapLimit: number }) {
  const handedOut = `${formatCount(unpaidRun)} ${unpaidRun === 1 ? "address" : "addresses"} handed out since the last one that was paid, of at most ${formatCount(gapLimit)}.`;
  if (!isBeyondGap(unpaidRun, gapLimit)) return <p>{handedOut}</p>;
  return (
    <Notice tone="pending">
      {handedOut} Your wallet may not show the next payment: raise the gap limit there, then the one
      under Bitcoin above.
    </Notice>
  );
}
