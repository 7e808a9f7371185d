import { formatBtc } from "#lib/money.ts";
import { moment } from "#messages/format.server.ts";
import { money } from "#messages/format.ts";
import { t } from "#messages/translate.ts";
import type { Invoice } from "../invoice.ts";
import { body, label, LEFT, RIGHT } from "./parts.server.ts";
import { ink, type Pen, type TextStyle } from "./pen.server.ts";

const VALUES = LEFT + 96;
const WIDTH = RIGHT - VALUES;
/** The heights of a transaction and of the line "and 3 more", in points. */
const ENTRY = 27;
const MORE = 15;

interface Entry {
  text: string;
  txid: string;
}

/** Writes the quote, the transactions and the refunds in Bitcoin; those without room are only counted. */
export function writeBitcoin(
  pen: Pen,
  { timeZone, meaning, otherMethod }: Invoice,
  bitcoin: NonNullable<Invoice["bitcoin"]>,
  room: { from: number; until: number },
): void {
  const { dueSats, receivedSats, rateCents, rateAt, heldUntil, address } = bitcoin;
  pen.draw((doc) => doc.circle(LEFT + 4, room.from + 7.5, 4).fill(ink.btc));
  const title: TextStyle = { face: "strong", size: 11 };
  let y = pen.write(t("invoice.paymentBitcoin"), LEFT + 14, room.from, title, "H2");
  // With another method, its part above has the explanation already.
  if (!otherMethod)
    y = pen.write(meaning, LEFT, y + 1, { ...body, color: ink.muted, width: RIGHT - LEFT }) + 7;
  // No payment is due, or only a new quote on the order's page: this amount must not be paid.
  if (!heldUntil && bitcoin.transactions.length + bitcoin.lightning.length === 0) return;
  const row = (name: string, value: string, face: TextStyle["face"] = "text") => {
    writeName(pen, name, y + 1);
    y = pen.write(value, VALUES, y, { ...body, face, width: WIDTH, maxLines: 1 }) + 2;
  };
  row(t("invoice.amount"), btc(dueSats), "mono");
  const locked = { bitcoin: "1 BTC", amount: money(rateCents), time: moment(rateAt, timeZone) };
  row(t("invoice.rate"), t("invoice.rateAt", locked));
  if (address) row(t("invoice.address"), address, "mono");
  if (heldUntil) row(t("invoice.heldUntil"), moment(heldUntil, timeZone));
  if (receivedSats > 0) row(t("invoice.received"), btc(receivedSats), "mono");

  const byLightning = bitcoin.lightning.map(({ sats, firstSeenAt, paymentHash }) => ({
    text: t("invoice.byLightning", { amount: btc(sats), time: moment(firstSeenAt, timeZone) }),
    txid: paymentHash,
  }));
  const onChain = bitcoin.transactions.map(({ sats, seenAt, gone, txid }) => {
    const seen = { amount: btc(sats), time: moment(seenAt, timeZone) };
    return { text: gone ? t("invoice.seenReversed", seen) : t("invoice.seen", seen), txid };
  });
  const paid = [...byLightning, ...onChain];
  const sentBack = bitcoin.refunds.flatMap((refund) =>
    "txid" in refund
      ? {
          text: t("invoice.sentBackTo", { amount: btc(refund.sats), address: refund.address }),
          txid: refund.txid,
        }
      : [],
  );
  const reserved = sentBack.length > 0 ? ENTRY + MORE : 0;
  y = writeList(pen, t("invoice.payments", { payments: paid.length }), paid, {
    from: y,
    until: room.until - reserved,
  });
  writeList(pen, t("invoice.sentBack"), sentBack, { from: y, until: room.until });
}

function writeList(
  pen: Pen,
  name: string,
  entries: readonly Entry[],
  room: { from: number; until: number },
): number {
  const most = Math.max(1, Math.floor((room.until - room.from - MORE) / ENTRY));
  const style: TextStyle = { ...body, size: 9, width: WIDTH, maxLines: 1 };
  let y = room.from;
  entries.slice(0, most).forEach(({ text, txid }, i) => {
    if (i === 0) writeName(pen, name, y + 0.5);
    y = pen.write(text, VALUES, y, style);
    y = pen.write(txid, VALUES, y, { ...style, size: 8, face: "mono" }) + 3;
  });
  const omitted = entries.length - most;
  if (omitted > 0)
    y = pen.write(t("invoice.more", { omitted }), VALUES, y, { ...style, color: ink.muted });
  return y;
}

function writeName(pen: Pen, name: string, y: number): void {
  pen.write(name, LEFT, y, { ...label, size: 9, width: VALUES - LEFT - 4, maxLines: 1 });
}

function btc(sats: number): string {
  return `${formatBtc(sats)} BTC`;
}
