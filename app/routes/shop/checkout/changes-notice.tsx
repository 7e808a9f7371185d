import { Notice } from "#app/ui/notice.tsx";
import type { CheckoutChange } from "#shop/checkouts/checkout.ts";
import { money } from "#messages/format.ts";
import { t } from "#messages/translate.ts";

/** Says what changed at the checkout without the buyer, before anything binds; nothing without a change. */
export function ChangesNotice({ changes }: { changes: readonly CheckoutChange[] }) {
  const texts = [...new Set(changes.map(changeText))];
  if (texts.length === 0) return null;
  return (
    <Notice tone="pending" role="alert" className="checkout__changes">
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </Notice>
  );
}

function changeText(change: CheckoutChange): string {
  switch (change.kind) {
    case "price":
    case "coupon": {
      const before = money(change.beforeCents);
      const after = money(change.afterCents);
      if (change.kind === "price") return t("checkout.changedPrice", { before, after });
      const { code } = change;
      return change.afterCents === 0
        ? t("checkout.endedCoupon", { code, before })
        : t("checkout.changedCoupon", { code, before, after });
    }
    case "package":
      return t("checkout.changedPackage");
    case "method":
      return t("checkout.changedMethod");
    case "vat":
      return t("checkout.changedVat");
    case "credit":
      return t("checkout.returnedCredit", { amount: money(change.cents) });
    case "taken-back":
      return t("checkout.takenBackCredit", { amount: money(change.cents) });
    case "signed-out":
      return t("checkout.signedOut");
  }
}
