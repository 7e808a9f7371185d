import { Notice } from "#app/ui/notice.tsx";
import { type Offer, payableOffers } from "#shop/methods/methods.ts";
import { methodText } from "#shop/settings/payment-method.ts";
import { money } from "#messages/format.ts";
import { t } from "#messages/translate.ts";

interface OtherAmountsProps {
  offers: readonly Offer[];
  /** What is due. */
  cents: number;
}

/** Says which methods do not take the amount, and which they take; nothing while all do. */
export function OtherAmounts({ offers, cents }: OtherAmountsProps) {
  const payable = payableOffers(offers, cents);
  const others = offers.filter((offer) => !payable.includes(offer));
  if (others.length === 0) return null;
  const texts = others.map(({ method, limits }) => {
    const name = methodText(method);
    return limits && cents < limits.leastCents
      ? t("checkout.methodFrom", { method: name, amount: money(limits.leastCents) })
      : t("checkout.methodUpTo", { method: name, amount: money(limits?.mostCents ?? cents) });
  });
  if (payable.length > 0)
    return <p className="xs muted checkout__other-amounts">{texts.join(" ")}</p>;
  return (
    <Notice tone="pending" role="alert">
      <p>{t("checkout.unpayable", { amount: money(cents) })}</p>
      <p>{texts.join(" ")}</p>
    </Notice>
  );
}
