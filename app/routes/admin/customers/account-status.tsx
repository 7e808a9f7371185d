import { Dot } from "#app/ui/badge.tsx";
import type { Standing } from "#shop/accounts/account.ts";
import type { Tier } from "#shop/loyalty/loyalty.ts";

export const tierNames: Record<Tier, string> = {
  bronze: "Bronze",
  silver: "Silver",
  gold: "Gold",
  platinum: "Platinum",
};

const names: Record<Standing, string> = {
  admin: "Administrator",
  customer: "Customer",
  blocked: "Blocked",
};

/** Status of an account in one word; null for a guest. */
export function AccountStatus({
  standing,
  verified,
}: {
  standing: Standing | null;
  verified: boolean;
}) {
  if (standing === null) return <span className="muted">Guest</span>;
  return (
    <span className="standing">
      {standing === "blocked" && <Dot tone="rejected" />}
      {standing === "admin" && <Dot tone="processing" />}
      {names[standing]}
      {!verified && <span className="standing__note">not confirmed</span>}
    </span>
  );
}
