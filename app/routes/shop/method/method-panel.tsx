import { Icon } from "#app/ui/icon.tsx";
import { Identity } from "#app/ui/key-value-list.tsx";
import { money } from "#messages/format.ts";
import { rich, t } from "#messages/translate.ts";
import { type Goods, goodsText } from "#shop/catalog/goods.ts";
import type { Instruction } from "#shop/settings/payment-instructions.ts";
import type { Offer } from "#shop/methods/methods.ts";
import type { PaymentMethod } from "#shop/settings/payment-method.ts";
import { PanelLayout, Seal, PanelFrame } from "../payment-panel/panel-layout.tsx";
import { InstructionList } from "./instruction-list.tsx";
import { methodWords, pageOwners, payText } from "./method-labels.ts";

export interface MethodPanelProps {
  offer: Offer;
  goods: Goods;
  dueCents: number;
  /** Who gets them; null while nobody was entered. */
  forWhom: string | null;
  /** What happens after the payment. */
  sent: string;
  /** Where to send a manual payment, without its reference. */
  instructions: readonly Instruction[];
}

/** Checkout step 2 for methods other than Bitcoin: what is paid, and how, once the order is confirmed. */
export function MethodPanel(props: MethodPanelProps) {
  const { offer, goods, dueCents, forWhom, sent, instructions } = props;
  const { method, how } = offer;
  const owner = pageOwners[method] ?? "";
  const paying = how === "page" ? t("method.nextPage", { owner }) : t("method.nextReference");
  return (
    <PanelFrame
      label={payText(method)}
      title={payText(method)}
      tone="pending"
      icon={methodWords[method].icon}
    >
      <PanelLayout
        decorative
        figure={
          <Seal>
            <Icon name={methodWords[method].icon} className="seal__icon" />
          </Seal>
        }
        notes={notesOf(method, how, owner)}
      >
        <p className="pay__label">{t("method.youPay")}</p>
        <p className="pay__amount">{money(dueCents)}</p>
        <p className="pay__text">
          {forWhom
            ? rich("method.forGoodsTo", {
                goods: goodsText(goods),
                who: <Identity text={forWhom} />,
              })
            : t("method.forGoods", { goods: goodsText(goods) })}
        </p>
        <hr className="stitch pay__seam" />
        <ol className="pay__steps" aria-label={t("method.next")}>
          {[t("method.nextCheck"), paying, sent].map((text) => (
            <li key={text}>
              <span>{text}</span>
            </li>
          ))}
        </ol>
        {instructions.length > 0 && <InstructionList instructions={instructions} />}
      </PanelLayout>
    </PanelFrame>
  );
}

/** Checkout step 2 while coupon or credit cover the price. `sent` says what happens after the order is confirmed. */
export function NothingDuePanel({ sent }: { sent: string }) {
  return (
    <PanelFrame title={t("method.nothingToPay")} tone="completed" icon="check">
      <PanelLayout
        decorative
        figure={
          <Seal>
            <Icon name="check" className="seal__icon" />
          </Seal>
        }
        notes={[{ icon: "check", text: t("method.paidOnceConfirmed") }]}
      >
        <p className="pay__label">{t("method.youPay")}</p>
        <p className="pay__amount">{money(0)}</p>
        <hr className="stitch pay__seam" />
        <ol className="pay__steps" aria-label={t("method.next")}>
          {[t("method.nextCheck"), sent].map((text) => (
            <li key={text}>
              <span>{text}</span>
            </li>
          ))}
        </ol>
      </PanelLayout>
    </PanelFrame>
  );
}

function notesOf(method: PaymentMethod, how: Offer["how"], owner: string) {
  if (how === "page")
    return [
      {
        icon: "lock" as const,
        text: method === "stripe" ? t("method.cardAlone") : t("method.signInAlone", { owner }),
      },
      { icon: "check" as const, text: t("method.notCharged") },
    ];
  return [
    {
      icon: "clock" as const,
      text: method === "paypal" ? t("method.recordedPaypal") : t("method.recordedTransfer"),
    },
    { icon: "check" as const, text: t("method.priceStays") },
  ];
}
