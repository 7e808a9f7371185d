import { Icon } from "#app/ui/icon.tsx";
import { Identity } from "#app/ui/key-value-list.tsx";
import { formatUsd } from "#lib/money.ts";
import { type Goods, goodsText } from "#shop/catalog/goods.ts";
import type { Instruction } from "#shop/methods/bank/bank-transfer.ts";
import type { Offer } from "#shop/methods/methods.ts";
import { methodInSentence, type PaymentMethod } from "#shop/settings/payment-method.ts";
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
  const paying =
    how === "page"
      ? `${owner}’s page opens. You pay there, and it brings you back to your order.`
      : "You get the order ID, and send the money with it as the reference, so that we find your payment.";
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
        <p className="pay__label">You pay</p>
        <p className="pay__amount">{formatUsd(dueCents)}</p>
        <p className="pay__text">
          For {goodsText(goods)}
          {forWhom && (
            <>
              {" "}
              to <Identity text={forWhom} />
            </>
          )}
          .
        </p>
        <hr className="stitch pay__seam" />
        <ol className="pay__steps" aria-label="What happens next">
          {["You check the details on the next step, and confirm the order.", paying, sent].map(
            (text) => (
              <li key={text}>
                <span>{text}</span>
              </li>
            ),
          )}
        </ol>
        {instructions.length > 0 && <InstructionList instructions={instructions} />}
      </PanelLayout>
    </PanelFrame>
  );
}

/** Checkout step 2 while coupon or credit cover the price. `sent` says what happens after the order is confirmed. */
export function NothingDuePanel({ sent }: { sent: string }) {
  return (
    <PanelFrame title="There is nothing to pay" tone="completed" icon="check">
      <PanelLayout
        decorative
        figure={
          <Seal>
            <Icon name="check" className="seal__icon" />
          </Seal>
        }
        notes={[{ icon: "check", text: "The order is paid as soon as you confirm it." }]}
      >
        <p className="pay__label">You pay</p>
        <p className="pay__amount">{formatUsd(0)}</p>
        <hr className="stitch pay__seam" />
        <ol className="pay__steps" aria-label="What happens next">
          {["You check the details on the next step, and confirm the order.", sent].map((text) => (
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
        text:
          method === "stripe"
            ? "Your card’s number goes to Stripe alone. This shop never sees it."
            : `You sign in at ${owner} alone. This shop never sees your password there.`,
      },
      { icon: "check" as const, text: "Nothing is charged before you pay there." },
    ];
  return [
    {
      icon: "clock" as const,
      text: `We record each ${methodInSentence(method)} by hand, so the order continues some time after your payment arrives.`,
    },
    { icon: "check" as const, text: "The price stays as it is once the order is placed." },
  ];
}
