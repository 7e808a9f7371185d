import { CopyButton } from "#app/ui/copy-button.tsx";

export interface AddressesProps {
  kind: "xpub" | "fixed";
  /** The first addresses of the key, or the one fixed address. */
  first: readonly string[];
}

/** Where the money goes, to be compared with what one's wallet shows. */
export function Addresses({ kind, first }: AddressesProps) {
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
