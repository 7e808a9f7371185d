import { z } from "zod";
import type { Fields, ValuesOf } from "#lib/fields.ts";
import { dateSchema } from "#lib/form.ts";
import { formatCount } from "#lib/money.ts";
import { MOST_CREDIT_CENTS } from "../credit/credit.ts";
import { line, price, wholeNumber } from "../settings/rules.ts";

/** Digits and capitals without I, L, O and U, which are misread: 16 of them have 80 bits. */
export const GIFT_CODE_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
export const GIFT_CODE_LENGTH = 16;

/** The most codes that are issued at once. */
const MOST_GIFT_CODES = 1000;

/** The maximum length of a batch's note, in characters. */
const GIFT_NOTE_MAX = 200;

/** The longest text that is taken for a code, with separators. */
const TYPED_MAX = 64;

/** Formats a code in groups of four: `7KQ2-M9XA-…`. */
export function formatGiftCode(code: string): string {
  return code.replaceAll(/(.{4})(?=.)/g, "$1-");
}

/** Returns a typed code as it was issued: in capitals, without separators, and with the misread letters replaced. */
export function normalizeGiftCode(text: string): string {
  return text
    .slice(0, TYPED_MAX)
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}]+/gu, "")
    .replaceAll("O", "0")
    .replaceAll(/[IL]/g, "1");
}

/** The form that issues codes. */
export const giftBatchFields = {
  valueCents: {
    kind: "line",
    label: "Value of each ($)",
    input: { inputMode: "decimal", autoComplete: "off", required: true },
    rule: price(1, MOST_CREDIT_CENTS),
  },
  count: {
    kind: "line",
    label: "How many",
    hint: `Up to ${formatCount(MOST_GIFT_CODES)}`,
    input: { inputMode: "numeric", autoComplete: "off", required: true },
    empty: "1",
    rule: wholeNumber("The number of codes", 1, MOST_GIFT_CODES),
  },
  /** The last day on which they work, `YYYY-MM-DD`; null for no end. */
  lastDay: {
    kind: "line",
    label: "Last day",
    hint: "In the shop’s time zone",
    input: { type: "date" },
    optional: true,
    rule: z.union([z.literal("").transform(() => null), dateSchema("Please choose a day")]),
  },
  note: {
    kind: "line",
    label: "Note",
    hint: "What they are for. Only administrators see it.",
    input: { autoComplete: "off", maxLength: GIFT_NOTE_MAX },
    optional: true,
    wide: true,
    rule: line("The note", GIFT_NOTE_MAX),
  },
} as const satisfies Fields;

export type GiftBatchValues = ValuesOf<typeof giftBatchFields>;

/** Codes that were issued together, for the list in the back office. */
export interface GiftBatch {
  id: number;
  valueCents: number;
  count: number;
  redeemed: number;
  note: string;
  /** When they stop to work; null for never. */
  endsAt: Date | null;
  /** When an administrator withdrew those that were not redeemed. */
  withdrawnAt: Date | null;
  createdAt: Date;
  createdBy: string;
}
