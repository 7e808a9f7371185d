import { Button, ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { Goods } from "#shop/catalog/goods.ts";
import type { CoinPackage } from "#shop/catalog/package.ts";
import { money } from "#messages/format.ts";
import { t } from "#messages/translate.ts";
import { BuyNow } from "../shared/package-card.tsx";
import { stepPath } from "./step-path.ts";

/** Two tabs of one browser show different packages. */
export interface PackageConflict {
  /** The package of this tab; null if it is no longer for sale. */
  shown: CoinPackage | null;
  /** The package that was chosen last, in another tab. */
  chosen: CoinPackage;
}

/** Lets the buyer choose between the packages of two tabs, in the place of a step. */
export function PackageChoice({ shown, chosen }: PackageConflict) {
  return (
    <div className="container checkout">
      <div className="card no-package">
        <EmptyState
          title={t("checkout.whichPackage")}
          heading="h1"
          action={
            <div className="row">
              <ButtonLink to={stepPath("account", chosen.id)} variant="primary">
                {textOn("continue", chosen)}
              </ButtonLink>
              {shown && (
                <BuyNow pkg={shown} variant="secondary">
                  {textOn("buy", shown)}
                </BuyNow>
              )}
            </div>
          }
        >
          {conflictText({ shown, chosen })}
        </EmptyState>
      </div>
    </div>
  );
}

/** The same choice as two submit buttons of the step's form, which keep what was typed. */
export function PackageChoiceButtons({ shown, chosen }: PackageConflict) {
  return (
    <div className="account-step__choice">
      <Notice tone="pending" role="alert">
        {conflictText({ shown, chosen })}
      </Notice>
      <div className="row">
        {shown && (
          <Button type="submit" name="buyInstead" value={shown.id} variant="secondary">
            {textOn("buy", shown)}
          </Button>
        )}
        <Button type="submit" formAction={stepPath("account", chosen.id)} variant="primary">
          {textOn("continue", chosen)}
        </Button>
      </div>
    </div>
  );
}

function conflictText({ shown, chosen }: PackageConflict): string {
  const here = shown ? textOn("shown", shown) : t("checkout.tabGone");
  return `${textOn("chosen", chosen)} ${here}`;
}

const kindTexts = {
  continue: {
    coins: "checkout.continueWithCoins",
    credit: "checkout.continueWithCredit",
    gift_code: "checkout.continueWithGiftCode",
  },
  buy: {
    coins: "checkout.buyCoinsInstead",
    credit: "checkout.buyCreditInstead",
    gift_code: "checkout.buyGiftCodeInstead",
  },
  chosen: {
    coins: "checkout.choseCoins",
    credit: "checkout.choseCredit",
    gift_code: "checkout.choseGiftCode",
  },
  shown: {
    coins: "checkout.tabForCoins",
    credit: "checkout.tabForCredit",
    gift_code: "checkout.tabForGiftCode",
  },
} as const;

function textOn(what: keyof typeof kindTexts, { coins, kind, valueCents = 0 }: Goods): string {
  const texts = kindTexts[what];
  return kind ? t(texts[kind], { amount: money(valueCents) }) : t(texts.coins, { coins });
}
