import { Button, ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { formatCount } from "#lib/money.ts";
import type { CoinPackage } from "#shop/catalog/package.ts";
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
          title="Which package would you like?"
          heading="h1"
          action={
            <div className="row">
              <ButtonLink to={stepPath("account", chosen.id)} variant="primary">
                Continue with {coins(chosen)}
              </ButtonLink>
              {shown && (
                <BuyNow pkg={shown} variant="secondary">
                  Buy {coins(shown)} instead
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
            Buy {coins(shown)} instead
          </Button>
        )}
        <Button type="submit" formAction={stepPath("account", chosen.id)} variant="primary">
          Continue with {coins(chosen)}
        </Button>
      </div>
    </div>
  );
}

function conflictText({ shown, chosen }: PackageConflict): string {
  const here = shown
    ? `This one is for ${coins(shown)}.`
    : "The package of this one is no longer for sale.";
  return `You chose ${coins(chosen)} in another tab. ${here}`;
}

function coins(pkg: CoinPackage): string {
  return `${formatCount(pkg.coins)} coins`;
}
