import { Link } from "react-router";
import { Notice } from "#app/ui/notice.tsx";
import type { TakenOffSale } from "#shop/checkout/steps.server.ts";

const reasons: Record<TakenOffSale["reason"], string> = {
  "sold-out": "This package has sold out.",
  gone: "This package is no longer for sale.",
};

/** Tells the buyer that the package was sold out or taken off sale during the checkout. */
export function OffSaleNotice({ reason, isKept }: TakenOffSale) {
  return (
    <Notice tone="pending" role="alert" className="checkout__off-sale">
      <b>{reasons[reason]}</b>{" "}
      {isKept ? (
        "Yours is kept: you can pay and confirm it as shown here."
      ) : (
        <>
          Nothing was charged. Please{" "}
          <Link className="link" to="/#packages">
            choose another package
          </Link>
          .
        </>
      )}
    </Notice>
  );
}
