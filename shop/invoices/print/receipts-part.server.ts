import { moment } from "#messages/format.server.ts";
import { moneyOf } from "#messages/format.ts";
import { t } from "#messages/translate.ts";
import type { Invoice } from "../invoice.ts";
import { body, label, LEFT, RIGHT } from "./parts.server.ts";
import { ink, type Pen } from "./pen.server.ts";

const VALUES = LEFT + 96;
/** The height of a receipt, in points. */
const ENTRY = 31;

const titles = {
  stripe: "invoice.paymentCard",
  paypal: "invoice.paymentPaypal",
  bank_transfer: "invoice.paymentTransfer",
  credit: "invoice.paymentCredit",
  coupon: "invoice.paymentCoupon",
} as const;

const received = {
  stripe: "invoice.receivedCard",
  paypal: "invoice.receivedPaypal",
  bank_transfer: "invoice.receivedTransfer",
} as const;

type Receipt = NonNullable<Invoice["otherMethod"]>["receipts"][number];

/** Says what was received when and how, and what of it went back or became credit. */
function receiptText(receipt: Receipt, timeZone: string): string {
  const { method, cents, currency, refundedCents, creditedCents, receivedAt } = receipt;
  const key = received[method as keyof typeof received] ?? "invoice.receivedAt";
  let text = t(key, { amount: moneyOf(cents, currency), time: moment(receivedAt, timeZone) });
  if (refundedCents > 0)
    text = t("invoice.thenSentBack", { receipt: text, amount: moneyOf(refundedCents, currency) });
  if (creditedCents > 0)
    text = t("invoice.thenCredited", { receipt: text, amount: moneyOf(creditedCents, currency) });
  return text;
}

/** Writes the receipts of another method than Bitcoin; those without room are only counted. Returns the `y` of its end. */
export function writeReceipts(
  pen: Pen,
  { timeZone, meaning }: Invoice,
  { method, receipts }: NonNullable<Invoice["otherMethod"]>,
  room: { from: number; until: number },
): number {
  const width = RIGHT - VALUES;
  const title = t(
    titles[(receipts[0]?.method ?? method) as keyof typeof titles] ?? "invoice.payment",
  );
  let y = pen.write(title, LEFT, room.from, { face: "strong", size: 11 }, "H2");
  y = pen.write(meaning, LEFT, y + 1, { ...body, color: ink.muted, width: RIGHT - LEFT }) + 7;
  const most = Math.max(1, Math.floor((room.until - y) / ENTRY) - 1);
  for (const receipt of receipts.slice(0, most)) {
    const text = receiptText(receipt, timeZone);
    const name = { ...label, size: 9, width: VALUES - LEFT - 4, maxLines: 1 };
    pen.write(t("invoice.received"), LEFT, y + 1, name);
    y = pen.write(text, VALUES, y, { ...body, width, maxLines: 1 });
    y =
      pen.write(receipt.reference, VALUES, y, {
        ...body,
        size: 8,
        face: "mono",
        width,
        maxLines: 1,
      }) + 4;
  }
  const omitted = receipts.length - most;
  if (omitted > 0)
    y = pen.write(t("invoice.more", { omitted }), VALUES, y, { ...body, color: ink.muted });
  return y;
}
