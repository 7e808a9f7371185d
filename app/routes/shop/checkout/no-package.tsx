import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import type { Offer } from "#shop/methods/offer.ts";
import { waysText } from "../method/method-labels.ts";
import "./checkout.css";

/** The checkout of someone who has not picked a package. */
export function NoPackage({ offers }: { offers: readonly Offer[] }) {
  return (
    <div className="container checkout">
      <div className="card no-package">
        <EmptyState
          title="No Package Selected"
          heading="h1"
          action={
            <ButtonLink to="/#packages" variant="primary">
              Back to Shop
            </ButtonLink>
          }
        >
          Choose a package first. Checkout takes a username, an email and one payment by{" "}
          {waysText(offers)}.
        </EmptyState>
      </div>
    </div>
  );
}
