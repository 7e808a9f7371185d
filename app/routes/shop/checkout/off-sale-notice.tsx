import { Link } from "react-router";
import { Notice } from "#app/ui/notice.tsx";
import type { TakenOffSale } from "#shop/checkout/steps.server.ts";
import { type MessageKey, rich, t } from "#messages/translate.ts";

const reasons = {
  "sold-out": "checkout.soldOut",
  gone: "checkout.gone",
} as const satisfies Record<TakenOffSale["reason"], MessageKey>;

/** Tells the buyer that the package was sold out or taken off sale during the checkout. */
export function OffSaleNotice({ reason, isKept }: TakenOffSale) {
  return (
    <Notice tone="pending" role="alert" className="checkout__off-sale">
      <b>{t(reasons[reason])}</b>{" "}
      {isKept
        ? t("checkout.yoursIsKept")
        : rich("checkout.nothingCharged", { link: <Link className="link" to="/#packages" /> })}
    </Notice>
  );
}
