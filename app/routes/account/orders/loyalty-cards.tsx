import { formatCount, formatUsd } from "#lib/money.ts";
import { type LoyaltyView, type Tier, tiers } from "#shop/loyalty/loyalty.ts";
import { CopyButton } from "#app/ui/copy-button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { KeyValueList } from "#app/ui/key-value-list.tsx";

const names: Record<Tier, string> = {
  bronze: "Bronze",
  silver: "Silver",
  gold: "Gold",
  platinum: "Platinum",
};

/** Tier, points and the progress to the next tier. */
export function LoyaltyCard({ loyalty }: { loyalty: LoyaltyView }) {
  const { tier, points, nextTierAt } = loyalty;
  const nextTier = tiers[tiers.indexOf(tier) + 1];
  return (
    <section className="loyalty deep" aria-labelledby="loyalty-title">
      <h2 className="xs" id="loyalty-title">
        Loyalty tier
      </h2>
      <p className="loyalty__tier display">{names[tier]}</p>
      {nextTierAt !== null && nextTier ? (
        <>
          <progress
            className="loyalty__bar"
            value={Math.max(0, points)}
            max={nextTierAt}
            aria-labelledby="loyalty-progress"
          />
          <p className="loyalty__text num" id="loyalty-progress">
            {formatCount(points)} of {formatCount(nextTierAt)} points to {names[nextTier]}
          </p>
        </>
      ) : (
        <p className="loyalty__text loyalty__text--top num">
          <span>{formatCount(points)} points</span>
          <span>Top tier</span>
        </p>
      )}
      <ul className="loyalty__perks" aria-label="Perks">
        <li>
          <Calendar />
          2x points on weekends
        </li>
        <li>
          <Icon name="gift" />
          Birthday bonus points
        </li>
      </ul>
    </section>
  );
}

function Calendar() {
  return (
    <svg className="i" viewBox="0 0 20 20" aria-hidden="true">
      <rect x="3.5" y="4.8" width="13" height="11.7" rx="2" />
      <path d="M3.5 8.7h13M7 3.2v3M13 3.2v3" />
    </svg>
  );
}

/** The referral code, a link with it, what both sides get, and what it has earned. */
export function ReferralCard({ loyalty, link }: { loyalty: LoyaltyView; link: string }) {
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
      <p className="small muted">
        Or share this link, which fills it in. You get 5% of a friend’s first completed order as
        credit. Your friend collects points from the first order on.
      </p>
      <div className="referral__link">
        <span className="mono">{link}</span>
        <CopyButton text={link} toastMessage="Link copied" variant="ghost" size="sm">
          Copy link
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
