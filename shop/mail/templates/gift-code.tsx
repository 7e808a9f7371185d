import { formatUsd } from "#lib/money.ts";
import type { GiftCodeMail } from "../gift-code-mail.ts";
import type { ShopDetails } from "../mail.ts";
import { Button, MailLayout, mono, muted, text } from "./layout.tsx";

/** Returns the subject without the shop's name. */
export function giftCodeSubject({ valueCents }: Pick<GiftCodeMail, "valueCents">): string {
  return `a gift code worth ${formatUsd(valueCents)}`;
}

/** Renders the mail that brings a gift code to its recipient. */
export function GiftCode({ message, shop }: { message: GiftCodeMail; shop: ShopDetails }) {
  const { valueCents, from, text: greeting, code } = message;
  const worth = formatUsd(valueCents);
  return (
    <MailLayout
      preview={`Worth ${worth} at ${shop.shopName}`}
      heading={`A gift code worth ${worth}`}
      shop={shop}
      foot={
        from === null
          ? `You get this because you bought a gift code at ${shop.shopName}.`
          : `You get this because ${from} bought a gift code for you at ${shop.shopName}.`
      }
    >
      {from !== null && (
        <p style={text}>
          {from} gives you {worth} to spend at {shop.shopName}.
        </p>
      )}
      {greeting && <p style={{ ...text, whiteSpace: "pre-line" }}>“{greeting}”</p>}
      <p style={text}>Your code:</p>
      <p style={{ ...text, ...mono, fontSize: "20px", fontWeight: 700 }}>{code}</p>
      <p style={text}>
        Sign in or create an account, open My Orders, and enter the code under Credit. It then pays
        for what you buy.
      </p>
      <Button href={`${shop.appUrl}/orders`}>Redeem it on My Orders</Button>
      <p className="mail-muted" style={{ ...muted, margin: "16px 0 0" }}>
        The code works once. Whoever has it can redeem it, so please do not forward this email. If
        you got several of them for one gift, the newest has the code that works.
      </p>
    </MailLayout>
  );
}
