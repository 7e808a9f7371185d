import { Link } from "react-router";
import type { TikTokAccount } from "#shop/checkouts/checkout.ts";
import { profileUrl } from "#shop/checkouts/checkout.ts";
import { rich, t } from "#messages/translate.ts";
import { stepPath } from "./step-path.ts";

export interface RecipientCheckProps {
  recipient: TikTokAccount;
  /** The name of the account, if the delivery adapter said it. */
  displayName: string | null;
  packageId: string;
}

/** Has the buyer check the recipient by eye before they pay. Nothing is loaded from TikTok. */
export function RecipientCheck({ recipient, displayName, packageId }: RecipientCheckProps) {
  const { tiktokUsername } = recipient;
  return (
    <p className="checkout__recipient">
      <b>{t("checkout.isThisYou")}</b>{" "}
      <a
        className="link"
        href={profileUrl(tiktokUsername)}
        target="_blank"
        rel="noopener noreferrer"
      >
        {rich("checkout.onTikTok", {
          username: `@${tiktokUsername}`,
          sr: <span className="sr" />,
        })}
      </a>
      {displayName && <bdi>{displayName}</bdi>}
      <Link className="link" to={stepPath("account", packageId)}>
        {t("checkout.changeUsername")}
      </Link>
    </p>
  );
}
