import { formatBtc, formatUsd } from "#lib/money.ts";
import type { Invoice } from "../invoice.ts";
import { momentText, body, label, LEFT, RIGHT } from "./parts.server.ts";
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
  let y = pen.write("Payment in Bitcoin", LEFT + 14, room.from, { face: "strong", size: 11 }, "H2");
  // With another method, its part above has the explanation already.
  if (!otherMethod)
    y = pen.write(meaning, LEFT, y + 1, { ...body, color: ink.muted, width: RIGHT - LEFT }) + 7;
  // No payment is due, or only a new quote on the order's page: this amount must not be paid.
  if (!heldUntil && bitcoin.transactions.length + bitcoin.lightning.length === 0) return;
  const row = (name: string, value: string, face: TextStyle["face"] = "text") => {
    writeName(pen, name, y + 1);
    y = pen.write(value, VALUES, y, { ...body, face, width: WIDTH, maxLines: 1 }) + 2;
  };
  row("Amount", `${formatBtc(dueSats)} BTC`, "mono");
  row("Rate", `1 BTC = ${formatUsd(rateCents)}, ${momentText(rateAt, timeZone)}`);
  if (address) row("Address", address, "mono");
  if (heldUntil) row("Held until", momentText(heldUntil, timeZone));
  if (receivedSats > 0) row("Received", `${formatBtc(receivedSats)} BTC`, "mono");

  const byLightning = bitcoin.lightning.map(({ sats, firstSeenAt, paymentHash }) => ({
    text: `${formatBtc(sats)} BTC by Lightning, ${momentText(firstSeenAt, timeZone)}`,
    txid: paymentHash,
  }));
  const onChain = bitcoin.transactions.map(({ sats, seenAt, gone, txid }) => ({
    text: `${formatBtc(sats)} BTC, seen ${momentText(seenAt, timeZone)}${gone ? ", reversed by the network" : ""}`,
    txid,
  }));
  const paid = [...byLightning, ...onChain];
  const sentBack = bitcoin.refunds.flatMap((refund) =>
    "txid" in refund
      ? { text: `${formatBtc(refund.sats)} BTC to ${refund.address}`, txid: refund.txid }
      : [],
  );
  const reserved = sentBack.length > 0 ? ENTRY + MORE : 0;
  y = writeList(pen, paid.length === 1 ? "Payment" : "Payments", paid, {
    from: y,
    until: room.until - reserved,
  });
  writeList(pen, "Sent back", sentBack, { from: y, until: room.until });
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
  if (omitted > 0) y = pen.write(`and ${omitted} more`, VALUES, y, { ...style, color: ink.muted });
  return y;
}

function writeName(pen: Pen, name: string, y: number): void {
  pen.write(name, LEFT, y, { ...label, size: 9 });
}
