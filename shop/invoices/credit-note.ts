import type { SaleEntryKind } from "../sales/sale.ts";

/** Why a credit note is issued; `restored` for its correction. */
export const creditNoteReasons = ["refund", "rejected", "reversed", "restored"] as const;
export type CreditNoteReason = (typeof creditNoteReasons)[number];

/** A credit note of an order, or the correction of one. */
export interface CreditNote {
  /** As it is printed. */
  number: string;
  /** The invoice that it changes. */
  invoice: string;
  reason: CreditNoteReason;
  /** What it adds to the invoice with VAT, and the VAT in it, in cents: negative, or positive for a correction. */
  grossCents: number;
  vatCents: number;
  issuedAt: Date;
}

/** Formats the number of a credit note: `12` → `CN-000012`, or `CN-KXMA-000012` in the series of a restored shop. */
export function creditNoteNumber({ number, series }: { number: number; series: string }): string {
  return ["CN", ...(series ? [series] : []), String(number).padStart(6, "0")].join("-");
}

/** Returns the file name of the PDF, of letters, digits and hyphens. */
export function creditNoteFileName({ number }: Pick<CreditNote, "number">): string {
  return `credit-note-${number}.pdf`;
}

/** A change of what an order has kept, in cents with VAT. */
export interface KeptChange {
  kind: SaleEntryKind;
  grossCents: number;
  vatCents: number;
}

/**
 * Returns the document that these changes need; null if they add up to nothing. Documents never add up to more than the
 * invoice: what was taken back without a credit note, before there were any, needs no correction.
 *
 * @param issued What the credit notes so far add up to.
 */
export function noteFor(
  changes: readonly KeptChange[],
  issued: { grossCents: number; vatCents: number },
): Pick<CreditNote, "reason" | "grossCents" | "vatCents"> | null {
  const sumOf = (of: "grossCents" | "vatCents") =>
    changes.reduce((sum, change) => sum + change[of], 0);
  const grossCents = Math.min(sumOf("grossCents"), -issued.grossCents);
  const vatCents = Math.min(sumOf("vatCents"), -issued.vatCents);
  if (grossCents === 0 && vatCents === 0) return null;
  return { reason: grossCents > 0 ? "restored" : reasonOf(changes), grossCents, vatCents };
}

function reasonOf(changes: readonly KeptChange[]): CreditNoteReason {
  const last = changes.findLast(({ grossCents }) => grossCents < 0)?.kind;
  if (last === "reversed") return "reversed";
  return last === "sent_back" || last === "credited" ? "refund" : "rejected";
}
