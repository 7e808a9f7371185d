import { CopyButton } from "#app/ui/copy-button.tsx";
import { KeyValueList } from "#app/ui/key-value-list.tsx";
import { formatCount, formatUsd } from "#lib/money.ts";
import type { LoyaltyView } from "#shop/loyalty/loyalty.ts";

/** The code friends register with, and what came of it. */
export function ReferralCard({ loyalty }: { loyalty: LoyaltyView }) {
  const { referralCode, referralCount, referralEarningsCents } = loyalty;
  return (
    <section className="card card__pad" aria-labelledby="referral-title">
      <h2 className="heading" id="referral-title">
        Your referral code
      </h2>
      <p className="small muted">Friends enter it when they create an account.</p>
      <div className="referral__code">
        <span className="mono">{referralCode}</span>
        <CopyButton
          text={referralCode}
          toastMessage="Referral code copied!"
          variant="ghost"
          size="sm"
        >
          Copy
        </CopyButton>
      </div>
      <KeyValueList
        rows={[
          { label: "Friends joined", value: formatCount(referralCount) },
          { label: "Earned", value: formatUsd(referralEarningsCents) },
        ]}
      />
    </section>
  );
}
