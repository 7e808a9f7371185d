import { formatMoney } from "#lib/money.ts";
import { methodInSentence } from "#shop/settings/payment-method.ts";
import type { Invoice } from "../invoice.ts";
import { momentText, body, label, LEFT, RIGHT } from "./parts.server.ts";
import { ink, type Pen } from "./pen.server.ts";

const VALUES = LEFT + 96;
/** The height of a receipt, in points. */
const ENTRY = 31;

/** Writes the receipts of another method than Bitcoin; those without room are only counted. Returns the `y` of its end. */
export function writeReceipts(
  pen: Pen,
  { timeZone, meaning }: Invoice,
  { method, receipts }: NonNullable<Invoice["otherMethod"]>,
  room: { from: number; until: number },
): number {
  const width = RIGHT - VALUES;
  const title = `Payment by ${methodInSentence(receipts[0]?.method ?? method)}`;
  let y = pen.write(title, LEFT, room.from, { face: "strong", size: 11 }, "H2");
  y = pen.write(meaning, LEFT, y + 1, { ...body, color: ink.muted, width: RIGHT - LEFT }) + 7;
  const most = Math.max(1, Math.floor((room.until - y) / ENTRY) - 1);
  for (const receipt of receipts.slice(0, most)) {
    const { reference, cents, currency, refundedCents, creditedCents, receivedAt } = receipt;
    const back = [
      ...(refundedCents > 0 ? [`, sent back ${formatMoney(refundedCents, currency)}`] : []),
      ...(creditedCents > 0 ? [`, to credit ${formatMoney(creditedCents, currency)}`] : []),
    ].join("");
    const text = `${formatMoney(cents, currency)} by ${methodInSentence(receipt.method)}, ${momentText(receivedAt, timeZone)}${back}`;
    pen.write("Received", LEFT, y + 1, { ...label, size: 9 });
    y = pen.write(text, VALUES, y, { ...body, width, maxLines: 1 });
    y = pen.write(reference, VALUES, y, { ...body, size: 8, face: "mono", width, maxLines: 1 }) + 4;
  }
  const omitted = receipts.length - most;
  if (omitted > 0) y = pen.write(`and ${omitted} more`, VALUES, y, { ...body, color: ink.muted });
  return y;
}
