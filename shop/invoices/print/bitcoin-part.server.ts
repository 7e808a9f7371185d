import { formatBtc, formatUsd } from "#lib/money.ts";
import type { Invoice } from "../invoice.ts";
import { momentText, body, label, LEFT, RIGHT } from "./parts.server.ts";
import { ink, type Pen, type Words } from "./pen.server.ts";

const VALUES = LEFT + 96;
const WIDTH = RIGHT - VALUES;
/** What a transaction takes, and what "and 3 more" does. */
const ENTRY = 27;
const MORE = 15;

interface Entry {
  what: string;
  txid: string;
}

/** How it is paid, or was. Of more transactions than there is room for, the rest is counted. */
export function writeBitcoin(
  pen: Pen,
  { timeZone, meaning, otherwise }: Invoice,
  bitcoin: NonNullable<Invoice["bitcoin"]>,
  room: { from: number; until: number },
): void {
  const { dueSats, receivedSats, rateCents, rateAt, heldUntil, address } = bitcoin;
  pen.draw((doc) => doc.circle(LEFT + 4, room.from + 7.5, 4).fill(ink.btc));
  let y = pen.write("Payment in Bitcoin", LEFT + 14, room.from, { face: "strong", size: 11 }, "H2");
  // Where another way to pay stands above, it says so.
  if (!otherwise)
    y = pen.write(meaning, LEFT, y + 1, { ...body, color: ink.muted, width: RIGHT - LEFT }) + 7;
  // Nothing is asked for any more, or again only on the order's page: nobody should pay this amount.
  if (!heldUntil && bitcoin.transactions.length === 0) return;
  const row = (name: string, value: string, face: Words["face"] = "text") => {
    writeName(pen, name, y + 1);
    y = pen.write(value, VALUES, y, { ...body, face, width: WIDTH, maxLines: 1 }) + 2;
  };
  row("Amount", `${formatBtc(dueSats)} BTC`, "mono");
  row("Rate", `1 BTC = ${formatUsd(rateCents)}, ${momentText(rateAt, timeZone)}`);
  row("Address", address, "mono");
  if (heldUntil) row("Held until", momentText(heldUntil, timeZone));
  if (receivedSats > 0) row("Received", `${formatBtc(receivedSats)} BTC`, "mono");

  const paid = bitcoin.transactions.map(({ sats, seenAt, gone, txid }) => ({
    what: `${formatBtc(sats)} BTC, seen ${momentText(seenAt, timeZone)}${gone ? ", taken back by the network" : ""}`,
    txid,
  }));
  const sentBack = bitcoin.refunds.map(({ sats, address: to, txid }) => ({
    what: `${formatBtc(sats)} BTC to ${to}`,
    txid,
  }));
  const kept = sentBack.length > 0 ? ENTRY + MORE : 0;
  y = writeList(pen, paid.length === 1 ? "Transaction" : "Transactions", paid, {
    from: y,
    until: room.until - kept,
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
  const words: Words = { ...body, size: 9, width: WIDTH, maxLines: 1 };
  let y = room.from;
  entries.slice(0, most).forEach(({ what, txid }, i) => {
    if (i === 0) writeName(pen, name, y + 0.5);
    y = pen.write(what, VALUES, y, words);
    y = pen.write(txid, VALUES, y, { ...words, size: 8, face: "mono" }) + 3;
  });
  const rest = entries.length - most;
  if (rest > 0) y = pen.write(`and ${rest} more`, VALUES, y, { ...words, color: ink.muted });
  return y;
}

function writeName(pen: Pen, name: string, y: number): void {
  pen.write(name, LEFT, y, { ...label, size: 9 });
}
