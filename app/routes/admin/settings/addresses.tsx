import { CopyButton } from "#app/ui/copy-button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { formatCount } from "#lib/money.ts";
import { GAP_LIMIT, isBeyondGap } from "#shop/payments/wallet/gap.ts";

export interface AddressesProps {
  kind: "xpub" | "fixed";
  /** The first addresses of the account key, or the fixed address. */
  first: readonly string[];
  /** Number of addresses issued since the last paid one. */
  unpaidRun: number;
}

/** Receiving addresses, to compare with the wallet. */
export function Addresses({ kind, first, unpaidRun }: AddressesProps) {
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
        {kind === "xpub" && <Gap unpaidRun={unpaidRun} />}
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
function Gap({ unpaidRun }: { unpaidRun: number }) {
  const handedOut = `${formatCount(unpaidRun)} ${unpaidRun === 1 ? "address" : "addresses"} handed out since the last one that was paid.`;
  if (!isBeyondGap(unpaidRun)) return <p>{handedOut}</p>;
  return (
    <Notice tone="pending">
      {handedOut} Most wallets look only {GAP_LIMIT} ahead: raise the gap limit in yours, or a
      payment may not show there.
    </Notice>
  );
}
