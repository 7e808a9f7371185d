import { Icon } from "#app/ui/icon.tsx";
import { formatUsd } from "#lib/money.ts";
import type { Instruction } from "#shop/methods/bank/bank-transfer.ts";
import type { Offer } from "#shop/methods/methods.ts";
import { methodInSentence, type PaymentMethod } from "#shop/settings/payment-method.ts";
import { PanelLayout, Seal, PanelFrame } from "../payment-panel/panel-layout.tsx";
import { InstructionList } from "./instruction-list.tsx";
import { methodWords, pageOwners, payText } from "./method-labels.ts";

export interface MethodPanelProps {
  offer: Offer;
  priceCents: number;
  /** Where to send a manual payment, without its reference. */
  instructions: readonly Instruction[];
}

/** Checkout step 2 for methods other than Bitcoin: how to pay once the order is confirmed. */
export function MethodPanel({ offer, priceCents, instructions }: MethodPanelProps) {
  const { method, how } = offer;
  const owner = pageOwners[method] ?? "";
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
        <p className="pay__label">Amount</p>
        <p className="pay__amount">{formatUsd(priceCents)}</p>
        <p className="pay__text">
          {how === "page"
            ? `Check your details on the next step and confirm the order. ${owner}’s page then opens, where you pay, and it brings you back to your order.`
            : `Check your details on the next step and confirm the order. Then send the money with the order ID as its reference, so that we find your payment: you get the ID as soon as the order is placed.`}
        </p>
        {instructions.length > 0 && <InstructionList instructions={instructions} />}
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
