import { originalPriceCents } from "#lib/money.ts";
import { moment } from "#messages/format.server.ts";
import { approximately, dollarIn, money, percent, signed } from "#messages/format.ts";
import { t } from "#messages/translate.ts";
import { grossCents } from "../../checkouts/price.ts";
import type { Invoice } from "../invoice.ts";
import { drawRule } from "./ornaments.server.ts";
import { ink, PAGE, type Pen, type TextStyle } from "./pen.server.ts";

/** The left and right margins, in points. */
export const LEFT = 52;
export const RIGHT = PAGE.width - LEFT;

export const label: TextStyle = { face: "text", size: 8.5, color: ink.muted };
export const body: TextStyle = { face: "text", size: 10 };
const strong: TextStyle = { face: "strong", size: 10 };

/** Writes number, dates and order id side by side. Like all parts, returns the `y` of its end. */
export function writeFacts(pen: Pen, invoice: Invoice, y: number): number {
  const { number, issuedAt, orderId, placedAt, timeZone, creditNote } = invoice;
  const fact = (x: number, name: string, value: string, face: TextStyle["face"] = "text") => {
    pen.write(name, LEFT + x, y, { ...label, width: 136, maxLines: 1 });
    pen.write(value, LEFT + x, y + 14, { face, size: 9.5, width: 136, maxLines: 1 });
  };
  if (creditNote) {
    fact(0, t("invoice.documentNumber"), number ?? "", "mono");
    fact(110, t("invoice.order"), orderId, "mono");
    fact(205, t("invoice.number"), creditNote.invoice, "mono");
    fact(350, t("invoice.issuedOn"), moment(creditNote.issuedAt, timeZone));
    return y + 30;
  }
  if (number) fact(0, t("invoice.number"), number, "mono");
  fact(number ? 110 : 0, t("invoice.order"), orderId, "mono");
  fact(number ? 205 : 110, t("invoice.placed"), moment(placedAt, timeZone));
  if (issuedAt) fact(350, t("invoice.issued"), moment(issuedAt, timeZone));
  return y + 30;
}

/** Writes the seller and the buyer side by side. */
export function writeParties(pen: Pen, invoice: Invoice, y: number): number {
  const { seller, buyer, shopName, supportEmail } = invoice;
  const column: TextStyle = { ...body, width: 225, maxLines: 2, leading: 1.35 };
  const write = (x: number, title: string, name: string, lines: string[]) => {
    let at = pen.write(title, x, y, label, "H2") + 2;
    at = pen.write(name, x, at, { ...column, ...strong }) + 1;
    for (const line of lines.filter((text) => text.trim() !== "")) {
      at = pen.write(line, x, at, { ...column, maxLines: 1 });
    }
    return at;
  };
  const { sellerName, sellerAddress, sellerTaxId } = seller;
  const from = write(LEFT, t("invoice.from"), sellerName || shopName, [
    ...sellerAddress.split("\n").slice(0, 5),
    sellerTaxId,
    supportEmail,
  ]);
  const to = write(LEFT + 250, t("invoice.to"), buyer.email, [
    recipientOf(buyer),
    buyer.tiktokUid ? t("invoice.uid", { uid: buyer.tiktokUid }) : "",
    buyer.countryName ?? "",
  ]);
  return Math.max(from, to);
}

function recipientOf({ tiktokUsername, giftEmail }: Invoice["buyer"]): string {
  if (tiktokUsername !== null) return t("invoice.username", { username: `@${tiktokUsername}` });
  return giftEmail ? t("invoice.giftCodeFor", { email: giftEmail }) : t("invoice.creditForAccount");
}

function itemText({ kind, coins, valueCents = 0 }: Invoice["package"]): string {
  const amount = money(valueCents);
  if (kind === "credit") return t("invoice.creditOf", { amount });
  return kind ? t("invoice.giftCodeOf", { amount }) : t("invoice.coins", { coins });
}

/** Writes the package, its discount, coupon and credit, the total, and the VAT in it. */
export function writeItems(pen: Pen, invoice: Invoice, y: number): number {
  const { creditNote } = invoice;
  if (creditNote) return writeNote(pen, { ...invoice, creditNote }, y);
  const { package: item, totalCents } = invoice;
  const before = item.discount > 0 ? originalPriceCents(item.priceCents, item.discount) : null;
  const right: TextStyle = { ...body, align: "right" };
  let at = pen.write(t("invoice.package"), LEFT, y, label);
  pen.write(t("invoice.inDollars"), RIGHT, y, { ...label, align: "right" });
  drawRule(pen, LEFT, RIGHT, at + 4);
  at += 12;
  pen.write(money(before ?? item.priceCents), RIGHT, at, right);
  at = pen.write(itemText(item), LEFT, at, strong);
  const about: TextStyle = { ...body, size: 9, color: ink.muted, width: 360, maxLines: 2 };
  at = pen.write(item.description, LEFT, at + 1, about) + 4;
  const reductions = [
    {
      name: t("invoice.discount", { percent: percent(Math.round(item.discount * 100)) }),
      cents: before === null ? 0 : before - item.priceCents,
    },
    { name: t("invoice.coupon", { code: invoice.couponCode ?? "" }), cents: invoice.couponCents },
    { name: t("invoice.credit"), cents: invoice.creditCents },
  ];
  for (const { name, cents } of reductions.filter((each) => each.cents > 0)) {
    pen.write(`−${money(cents)}`, RIGHT, at, right);
    at = pen.write(name, LEFT, at, body) + 4;
  }
  drawRule(pen, LEFT, RIGHT, at + 3);
  const total: TextStyle = { face: "strong", size: 14 };
  pen.write(money(totalCents), RIGHT, at + 11, { ...total, align: "right" });
  at = pen.write(t("invoice.total"), LEFT, at + 11, total);
  const { shownIn } = invoice;
  const amount = approximately(totalCents, shownIn);
  if (shownIn && amount) {
    const rate = { amount, dollar: money(100), rate: dollarIn(shownIn) };
    at = pen.write(t("invoice.shownAs", rate), RIGHT, at + 1, { ...label, align: "right" });
  }
  return invoice.vatBasisPoints === 0 ? at : writeVat(pen, invoice, at + 4);
}

/** Writes what a credit note adds to its invoice, and the VAT in it. */
function writeNote(
  pen: Pen,
  { creditNote, package: item, vatBasisPoints }: Invoice & { creditNote: object },
  y: number,
): number {
  const { grossCents, vatCents, invoice: number } = creditNote;
  const name = grossCents > 0 ? "invoice.correctionFor" : "invoice.creditFor";
  let at = pen.write(t("invoice.package"), LEFT, y, label);
  pen.write(t("invoice.inDollars"), RIGHT, y, { ...label, align: "right" });
  drawRule(pen, LEFT, RIGHT, at + 4);
  at += 12;
  pen.write(signed(grossCents, money), RIGHT, at, { ...body, align: "right" });
  at = pen.write(t(name, { invoice: number }), LEFT, at, strong);
  at = pen.write(itemText(item), LEFT, at + 1, { ...body, size: 9, color: ink.muted }) + 4;
  drawRule(pen, LEFT, RIGHT, at + 3);
  const total: TextStyle = { face: "strong", size: 14 };
  pen.write(signed(grossCents, money), RIGHT, at + 11, { ...total, align: "right" });
  at = pen.write(t("invoice.total"), LEFT, at + 11, total);
  if (vatBasisPoints === 0) return at;
  return writeVatLines(pen, { grossCents, vatCents, vatBasisPoints }, at + 4);
}

/** Writes net, VAT and gross. With credit, which is a way to pay, gross is more than the total. */
function writeVat(pen: Pen, invoice: Invoice, y: number): number {
  const { package: item, couponCents, vatBasisPoints, vatCents } = invoice;
  const gross = grossCents({ package: item, couponCents });
  return writeVatLines(pen, { grossCents: gross, vatCents, vatBasisPoints }, y);
}

function writeVatLines(
  pen: Pen,
  {
    grossCents: gross,
    vatCents,
    vatBasisPoints,
  }: Record<"grossCents" | "vatCents" | "vatBasisPoints", number>,
  y: number,
): number {
  const lines = [
    { name: t("invoice.net"), cents: gross - vatCents },
    { name: t("invoice.vat", { percent: percent(vatBasisPoints) }), cents: vatCents },
    { name: t("invoice.priceWithVat"), cents: gross },
  ];
  let at = y;
  for (const { name, cents } of lines) {
    pen.write(cents < 0 ? signed(cents, money) : money(cents), RIGHT, at, {
      ...body,
      align: "right",
    });
    at = pen.write(name, LEFT, at, body) + 2;
  }
  return at;
}
