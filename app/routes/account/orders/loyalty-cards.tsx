import { count, money } from "#messages/format.ts";
import { type LoyaltyView, type Tier, tiers } from "#shop/loyalty/loyalty.ts";
import { CopyButton } from "#app/ui/copy-button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { KeyValueList } from "#app/ui/key-value-list.tsx";
import { t } from "#messages/translate.ts";

const names = {
  bronze: "loyalty.bronze",
  silver: "loyalty.silver",
  gold: "loyalty.gold",
  platinum: "loyalty.platinum",
} as const satisfies Record<Tier, string>;

/** Tier, points and the progress to the next tier. */
export function LoyaltyCard({ loyalty }: { loyalty: LoyaltyView }) {
  const { tier, points, nextTierAt } = loyalty;
  const nextTier = tiers[tiers.indexOf(tier) + 1];
  return (
    <section className="loyalty deep" aria-labelledby="loyalty-title">
      <h2 className="xs" id="loyalty-title">
        {t("loyalty.tier")}
      </h2>
      <p className="loyalty__tier display">{t(names[tier])}</p>
      {nextTierAt !== null && nextTier ? (
        <>
          <progress
            className="loyalty__bar"
            value={Math.max(0, points)}
            max={nextTierAt}
            aria-labelledby="loyalty-progress"
          />
          <p className="loyalty__text num" id="loyalty-progress">
            {t("loyalty.progress", {
              points: count(points),
              next: nextTierAt,
              tier: t(names[nextTier]),
            })}
          </p>
        </>
      ) : (
        <p className="loyalty__text loyalty__text--top num">
          <span>{t("loyalty.pointsCount", { points })}</span>
          <span>{t("loyalty.topTier")}</span>
        </p>
      )}
      <ul className="loyalty__perks" aria-label={t("loyalty.perks")}>
        <li>
          <Calendar />
          {t("loyalty.weekends")}
        </li>
        <li>
          <Icon name="gift" />
          {t("loyalty.birthdayBonus")}
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
        {t("loyalty.referralTitle")}
      </h2>
      <p className="small muted">{t("loyalty.referralLead")}</p>
      <div className="referral__code">
        <bdi className="mono">{referralCode}</bdi>
        <CopyButton
          text={referralCode}
          toastMessage={t("loyalty.codeCopied")}
          variant="ghost"
          size="sm"
        >
          {t("loyalty.copy")}
        </CopyButton>
      </div>
      <p className="small muted">{t("loyalty.share")}</p>
      <div className="referral__link">
        <bdi className="mono">{link}</bdi>
        <CopyButton text={link} toastMessage={t("loyalty.linkCopied")} variant="ghost" size="sm">
          {t("loyalty.copyLink")}
        </CopyButton>
      </div>
      <KeyValueList
        rows={[
          { label: t("loyalty.friends"), value: count(referralCount) },
          { label: t("loyalty.earned"), value: money(referralEarningsCents) },
        ]}
      />
    </section>
  );
}
