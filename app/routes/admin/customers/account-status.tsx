import { Dot } from "#app/ui/badge.tsx";
import { type AccountState, roleNames } from "#shop/accounts/account.ts";
import type { Tier } from "#shop/loyalty/loyalty.ts";

export const tierNames: Record<Tier, string> = {
  bronze: "Bronze",
  silver: "Silver",
  gold: "Gold",
  platinum: "Platinum",
};

const names: Record<AccountState, string> = {
  ...roleNames,
  blocked: "Blocked",
};

/** Status of an account in one word; null for a guest. */
export function AccountStatus({
  accountState,
  verified,
}: {
  accountState: AccountState | null;
  verified: boolean;
}) {
  if (accountState === null) return <span className="muted">Guest</span>;
  return (
    <span className="standing">
      {accountState === "blocked" && <Dot tone="rejected" />}
      {accountState === "admin" && <Dot tone="processing" />}
      {names[accountState]}
      {!verified && <span className="standing__note">not confirmed</span>}
    </span>
  );
}
