import { money, moneyOf, percent, signed } from "#messages/format.ts";
import { type MessageKey, t } from "#messages/translate.ts";
import type { ReceiptMethod } from "#shop/settings/payment-method.ts";
import type { MailTemplate } from "../mail-template.ts";
import type { ShopDetails, RefundMail } from "../mail.ts";
import { goodsForWhom } from "./goods.ts";
import { Button, MailLayout, muted, text } from "./layout.tsx";
import { orderExample } from "./examples.ts";
import { btc, Facts, orderLink } from "./parts.tsx";

/** Returns the subject after the shop's name. */
function refundSubject({ orderId: order, refund }: RefundMail): string {
  if ("creditNote" in refund)
    return t(documentTexts(refund).subject, { number: refund.creditNote.number, order });
  return "creditCents" in refund
    ? t("mail.refundCreditSubject", { order })
    : t("mail.refundSubject", { order });
}

/** Renders the mail about a refund, in Bitcoin, by the original payment method or as credit. */
function RefundRecorded({ message, shop }: { message: RefundMail; shop: ShopDetails }) {
  const { orderId: order, refund } = message;
  const { heading, amount, when, rows, doubt } = partsOf(refund);
  return (
    <MailLayout
      preview={t("mail.refundPreview", { amount, order })}
      heading={t(heading)}
      shop={shop}
    >
      <p style={text}>
        {t("mail.refundOf", { order, goods: goodsForWhom(message) })} {t(when)}
      </p>
      <Facts rows={rows} />
      <Button href={orderLink(shop, message)}>{t("mail.showOrder")}</Button>
      <p className="mail-muted" style={{ ...muted, margin: "16px 0 0" }}>
        {t(doubt, { email: shop.supportEmail })}
      </p>
    </MailLayout>
  );
}

const methods = {
  stripe: "mail.card",
  paypal: "mail.paypal",
  bank_transfer: "mail.transfer",
} as const satisfies Record<ReceiptMethod, MessageKey>;

function documentTexts({ creditNote }: Extract<RefundMail["refund"], { creditNote: object }>) {
  return creditNote.grossCents > 0
    ? ({
        subject: "mail.correctionSubject",
        heading: "invoice.correction",
        when: "mail.correctionWhy",
      } as const)
    : ({
        subject: "mail.creditNoteSubject",
        heading: "invoice.creditNote",
        when: "mail.creditNoteWhy",
      } as const);
}

function partsOf(refund: RefundMail["refund"]) {
  if ("creditNote" in refund) {
    const { number, invoice, grossCents, vatCents, vatBasisPoints } = refund.creditNote;
    const amount = signed(grossCents, money);
    const vat = t("invoice.vat", { percent: percent(vatBasisPoints) });
    const { heading, when } = documentTexts(refund);
    return {
      heading,
      amount,
      when,
      rows: [
        [t(heading), number] as const,
        [t("invoice.invoice"), invoice] as const,
        [t("invoice.amount"), amount] as const,
        ...(vatBasisPoints > 0 ? [[vat, signed(vatCents, money)] as const] : []),
      ],
      doubt: "mail.creditNoteQuestions",
    } as const;
  }
  if ("creditCents" in refund) {
    const amount = money(refund.creditCents);
    return {
      heading: "mail.refundCreditHeading",
      amount,
      when: "mail.refundCreditWhere",
      rows: [[t("mail.refundCredit"), amount] as const],
      doubt: "mail.notShown",
    } as const;
  }
  if ("method" in refund) {
    const amount = moneyOf(refund.cents, refund.currency);
    return {
      heading: "mail.refundHeading",
      amount,
      when: "mail.refundSameWay",
      rows: [
        [t("mail.sentBack"), amount] as const,
        [t("mail.sentBackBy"), t(methods[refund.method])] as const,
      ],
      doubt: "mail.notArrived",
    } as const;
  }
  const amount = btc(refund.sats);
  return {
    heading: "mail.refundHeading",
    amount,
    when: "mail.refundWallet",
    rows: [
      [t("mail.sentBack"), amount] as const,
      [t("mail.toAddress"), refund.address] as const,
      [t("mail.inTransaction"), refund.txid] as const,
    ],
    doubt: "mail.notYourAddress",
  } as const;
}

export const refundRecorded: MailTemplate<RefundMail> = {
  adminLabel: "Refund",
  resendable: true,
  subject: refundSubject,
  Body: RefundRecorded,
  example: {
    template: "refund",
    ...orderExample,
    refund: { sats: 25_000, address: "bc1qexample", txid: "f4184fc5" },
  },
};
