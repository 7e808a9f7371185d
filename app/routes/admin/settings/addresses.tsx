import { Form, Link } from "react-router";
import { CopyButton } from "#app/ui/copy-button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { Time } from "#app/ui/time.tsx";
import { formatCount } from "#lib/money.ts";
import { isBeyondGap } from "#shop/payments/model/policy.ts";
import { settingsPath } from "./settings-pages.ts";

export interface AddressesProps {
  kind: "xpub" | "fixed";
  /** The name of the key's script type; null for the fixed address. */
  script: string | null;
  /** The first addresses of the account key, or the fixed address. */
  first: readonly string[];
  /** Number of addresses issued since the last paid one. */
  unpaidRun: number;
  /** How far the owner's wallet looks. */
  gapLimit: number;
  /** True once an administrator has confirmed them, and in the sandbox. */
  confirmed: boolean;
  confirmedBy: string;
  /** ISO 8601; empty in the sandbox. */
  confirmedAt: string;
  /** Fingerprint of the wallet that this page shows. */
  wallet: string;
  /** Version of the confirmation's form. */
  version: number;
  /** Error of the confirmation. */
  message?: string;
}

/** Receiving addresses, to compare with the wallet and to confirm. */
export function Addresses(props: AddressesProps) {
  const { kind, script, first, unpaidRun, gapLimit, confirmed, confirmedBy, confirmedAt } = props;
  return (
    <section className="setting-group" aria-labelledby="addresses-title">
      <div>
        <h2 id="addresses-title">
          {kind === "xpub" ? "First receiving addresses" : "Receiving address"}
        </h2>
        <p>
          {script && `${script}. `}Compare these with your wallet, character by character. If your
          wallet shows different ones, payments would not reach you: check the configuration.
        </p>
        {confirmedAt && (
          <p>
            Confirmed by {confirmedBy}, <Time value={new Date(confirmedAt)} />.
          </p>
        )}
        {kind === "xpub" && <Gap unpaidRun={unpaidRun} gapLimit={gapLimit} />}
      </div>
      <div className="card">
        <ol className="addresses">
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
        {!confirmed && <Confirmation {...props} />}
      </div>
    </section>
  );
}

/** Asks for the confirmation that Bitcoin is offered after. */
function Confirmation({ kind, wallet, version, message }: AddressesProps) {
  return (
    <Form method="post" className="addresses__confirm" preventScrollReset>
      <input type="hidden" name="intent" value="wallet" />
      <input type="hidden" name="wallet" value={wallet} />
      <input type="hidden" name="version" value={version} />
      {message && <Notice tone="rejected">{message}</Notice>}
      <p>
        Bitcoin is not offered at checkout until you confirm that your wallet shows the same
        addresses.
      </p>
      <SubmitButton intent="wallet">
        {kind === "xpub" ? "My wallet shows these addresses" : "My wallet shows this address"}
      </SubmitButton>
    </Form>
  );
}

/** Warns when the wallet's gap limit may hide the next payment. */
function Gap({ unpaidRun, gapLimit }: { unpaidRun: number; gapLimit: number }) {
  const handedOut = `${formatCount(unpaidRun)} ${unpaidRun === 1 ? "address" : "addresses"} handed out since the last one that was paid, of at most ${formatCount(gapLimit)}.`;
  if (!isBeyondGap(unpaidRun, gapLimit)) return <p>{handedOut}</p>;
  return (
    <Notice tone="pending">
      {handedOut} Your wallet may not show the next payment: raise its gap limit, then{" "}
      <Link className="link" to={settingsPath("bitcoin", "gapLimit")}>
        the one of this shop
      </Link>
      .
    </Notice>
  );
}
