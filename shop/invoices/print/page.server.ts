import { mapTexts } from "#lib/map-texts.ts";
import { inLanguage } from "#messages/current.server.ts";
import { moment } from "#messages/format.server.ts";
import { t } from "#messages/translate.ts";
import type { Invoice } from "../invoice.ts";
import { writeBitcoin } from "./bitcoin-part.server.ts";
import { type Face, faces, loadFonts } from "./fonts.server.ts";
import { fixedTexts } from "./fixed-texts.server.ts";
import { printable, withoutDirection } from "./lines.server.ts";
import { LEFT, RIGHT, writeFacts, writeItems, writeParties } from "./parts.server.ts";
import { drawLogo, drawRule, drawStamp, drawStitch } from "./ornaments.server.ts";
import { writeReceipts } from "./receipts-part.server.ts";
import { ink, openPen, PAGE, type Pen, type TextStyle } from "./pen.server.ts";

/** Renders the invoice as a PDF of one A4 page. Deterministic: the same bytes for the same invoice. */
export function printInvoice(invoice: Invoice): Promise<Uint8Array<ArrayBuffer>> {
  return inLanguage(invoice.language, () => print(mapTexts(invoice, withoutDirection)));
}

async function print(invoice: Invoice): Promise<Uint8Array<ArrayBuffer>> {
  const { language, number, orderId } = invoice;
  const fontOf = await loadFonts([
    ...faces.map((face) => ({ text: ALPHABET, face })),
    ...textsOf(invoice).map(({ text, face }) => ({
      text: withoutDirection(printable(text)),
      face,
    })),
  ]);
  const title = withoutDirection(
    invoice.creditNote
      ? `${documentName(invoice)} ${number}`
      : number
        ? t("invoice.title", { number })
        : t("invoice.proformaTitle", { order: orderId }),
  );
  const author = invoice.seller.sellerName || invoice.shopName;
  const pen = openPen(fontOf, { language, title, author, at: invoice.changedAt });
  writeHead(pen, invoice);
  let y = writeFacts(pen, invoice, 138);
  y = writeParties(pen, invoice, y + 20);
  drawStitch(pen, LEFT, RIGHT, y + 14);
  y = writeItems(pen, invoice, y + 30);
  const until = writeFoot(pen, invoice);
  y += 24;
  if (invoice.creditNote) {
    const why: TextStyle = { face: "text", size: 10, color: ink.muted, width: RIGHT - LEFT };
    pen.write(invoice.meaning, LEFT, y, why);
  }
  if (invoice.otherMethod)
    y = writeReceipts(pen, invoice, invoice.otherMethod, { from: y, until }) + 14;
  if (invoice.bitcoin) writeBitcoin(pen, invoice, invoice.bitcoin, { from: y, until });
  return pen.finish();
}

/** The characters of the page's fixed texts in English. */
const ALPHABET = `${String.fromCodePoint(...Array.from({ length: 95 }, (_, i) => 32 + i))}…−`;

/** Returns the variable texts with their faces. */
function textsOf(invoice: Invoice): { text: string; face: Face }[] {
  const { shopName, supportEmail, seller, buyer, package: item } = invoice;
  const strong = [seller.sellerName || shopName, buyer.email, ...fixedTexts(invoice)];
  const text = [
    supportEmail,
    ...[seller.sellerAddress, seller.sellerTaxId, seller.invoiceNote],
    ...[`@${buyer.tiktokUsername ?? ""}`, buyer.giftEmail ?? ""],
    ...[buyer.tiktokUid ?? "", buyer.countryName ?? ""],
    item.description,
    ...fixedTexts(invoice),
  ];
  return [
    { text: shopName, face: "display" },
    { text: documentName(invoice), face: "display" },
    ...strong.map((text) => ({ text, face: "strong" as const })),
    ...text.flatMap((lines) => lines.split("\n").map((text) => ({ text, face: "text" as const }))),
  ];
}

function documentName({ number, creditNote }: Invoice): string {
  if (creditNote)
    return creditNote.grossCents > 0 ? t("invoice.correction") : t("invoice.creditNote");
  return number ? t("invoice.invoice") : t("invoice.proforma");
}

function writeHead(pen: Pen, invoice: Invoice): void {
  drawLogo(pen, LEFT, 50, 30);
  const name: TextStyle = { face: "display", size: 17, width: 225, maxLines: 2, leading: 1.2 };
  pen.write(invoice.shopName, LEFT + 40, 55, name);
  pen.write(documentName(invoice), RIGHT, 47, { face: "display", size: 26, align: "right" }, "H1");
  drawStamp(pen, invoice.stamp, RIGHT, 92);
}

/** Writes the footer; returns the `y` of its beginning. */
function writeFoot(pen: Pen, invoice: Invoice): number {
  const { seller, sandbox, timeZone, changedAt, supportEmail } = invoice;
  const small: TextStyle = { face: "text", size: 8.5, color: ink.muted, width: RIGHT - LEFT };
  const line = PAGE.height - 70;
  const note = seller.invoiceNote.split("\n").slice(0, 3);
  const top = line - 8 - note.length * 12;
  note.forEach((text, i) =>
    pen.write(text, LEFT, top + i * 12, { ...small, color: ink.text, maxLines: 1 }),
  );
  drawRule(pen, LEFT, RIGHT, line);
  const state = t("invoice.asOf", { time: moment(changedAt, timeZone), email: supportEmail });
  const y = pen.write(state, LEFT, line + 8, { ...small, maxLines: 1 });
  if (sandbox) pen.write(t("invoice.sandbox"), LEFT, y, { ...small, color: ink.text });
  return top;
}
