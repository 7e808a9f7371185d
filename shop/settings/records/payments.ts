import { z } from "zod";
import { formatIban, isIban, normalizeIban } from "#lib/iban.ts";
import { priceText } from "#lib/money.ts";
import { emailField } from "../../rules/email-field.ts";
import { type PaymentMethod, paymentMethods } from "../payment-method.ts";
import { emptyOr, explorerUrl, line, percent, price, ticked, wholeNumber } from "../rules.ts";
import type { FieldRecord } from "../setting.ts";

/** The gap limit of BIP 44: wallets stop looking for money after this many unused addresses in a row. */
export const GAP_LIMIT = 20;

/** Outputs are polled up to this many confirmations, so that requiring more would never settle. */
const MAX_CONFIRMATIONS = 6;
const MAX_GAP_LIMIT = 10_000;
const MAX_MARGIN_PERCENT = 20;

/** The attributes of fields for numbers; one of the type `number` changes by the mouse wheel. */
const whole = { inputMode: "numeric", required: true } as const;
const decimal = { inputMode: "decimal", required: true } as const;

const confirmations = {
  group: "bitcoin",
  kind: "line",
  rule: wholeNumber("Confirmations", 0, MAX_CONFIRMATIONS),
  input: whole,
} as const;

const firstLabels: Record<PaymentMethod, string> = {
  stripe: "Card first",
  bitcoin: "Bitcoin first",
  paypal: "PayPal first",
  bank_transfer: "Bank transfer first",
};

/** The payment methods, and when a payment in Bitcoin counts. */
export const paymentRecords = {
  /** The method that checkout lists first and preselects while it is offered; empty for card, else Bitcoin. */
  firstMethod: {
    group: "payment",
    kind: "choice",
    choices: [
      ["", "Card first, otherwise Bitcoin"],
      ...paymentMethods.map((method) => [method, firstLabels[method]] as const),
    ],
    default: "" as PaymentMethod | "",
    rule: z.enum(["", ...paymentMethods], "Please choose one of the methods"),
    label: "Order of payment methods",
    hint: "The first one is preselected at checkout, while it is offered.",
    wide: true,
  },
  /** Payment methods besides Bitcoin. Each is offered only while it is switched on and configured. */
  paypalEnabled: {
    group: "payment",
    kind: "switch",
    default: true,
    rule: ticked,
    label: "PayPal",
  },
  paypalEmail: {
    group: "payment",
    kind: "line",
    default: "",
    rule: emptyOr(emailField("")),
    label: "PayPal email",
    input: { type: "email", placeholder: "payments@example.com" },
    wide: true,
    optional: true,
  },
  stripeEnabled: {
    group: "payment",
    kind: "switch",
    default: true,
    rule: ticked,
    label: "Stripe",
  },
  bankTransferEnabled: {
    group: "payment",
    kind: "switch",
    default: true,
    rule: ticked,
    label: "Bank transfer",
  },
  bankName: {
    group: "payment",
    kind: "line",
    default: "",
    rule: line("Bank name", 100),
    label: "Bank name",
    input: { placeholder: "Example Bank" },
    wide: true,
    optional: true,
  },
  accountName: {
    group: "payment",
    kind: "line",
    default: "",
    rule: line("Account name", 100),
    label: "Account name",
    input: { placeholder: "Example Ltd" },
  },
  accountNumber: {
    group: "payment",
    kind: "line",
    default: "",
    rule: line("Account number", 40),
    label: "Account number",
    input: { placeholder: "00000000" },
    mono: true,
  },
  /** Without spaces. */
  iban: {
    group: "payment",
    kind: "line",
    default: "",
    rule: z
      .string()
      .transform(normalizeIban)
      .refine(
        (iban) => iban === "" || isIban(iban),
        "This IBAN is mistyped: its check digits do not match",
      ),
    toText: formatIban,
    label: "IBAN",
    input: { autoComplete: "off", spellCheck: false, placeholder: "GB00 XXXX 0000 0000 0000 00" },
    mono: true,
    wide: true,
    hint: "Buyers need an IBAN or an account number.",
  },

  /** Below this price checkout shows Lightning first, where a node is configured. */
  lightningBelowCents: {
    group: "bitcoin",
    kind: "line",
    default: 10_000,
    rule: price(0),
    toText: priceText,
    label: "Lightning first below ($)",
    hint: "Checkout shows Lightning first for cheaper packages, on-chain first for others; buyers can choose. With 0, on-chain always comes first.",
    input: decimal,
    wide: true,
  },
  /** The confirmations required below this price, and from it on. */
  confirmationsThresholdCents: {
    group: "bitcoin",
    kind: "line",
    default: 10_000,
    rule: price(1),
    toText: priceText,
    label: "Small orders are below ($)",
    input: decimal,
    wide: true,
  },
  confirmationsBelow: {
    ...confirmations,
    default: 1,
    label: "Confirmations, small orders",
    hint: "With 0, a payment counts before it is in a block, and can still be reversed",
  },
  confirmationsFrom: {
    ...confirmations,
    default: 2,
    label: "Confirmations, other orders",
    hint: `At most ${MAX_CONFIRMATIONS}; each takes about ten minutes`,
  },
  /** The underpayment that still settles, in percent of the amount due. */
  tolerancePercent: {
    group: "bitcoin",
    kind: "line",
    default: 1,
    rule: percent(
      /^\d{1,2}(\.\d)?$/,
      10,
      "Tolerance must be between 0 and 10 percent, with at most one decimal",
    ),
    label: "Missing amount that still counts, in % (tolerance)",
    hint: "A payment short by no more counts as paid. Always 0 with a fixed address.",
    input: decimal,
  },
  /** How far below the market rate bitcoin is taken, in percent with at most two decimals. */
  rateMarginPercent: {
    group: "bitcoin",
    kind: "line",
    default: 0,
    rule: percent(
      /^\d{1,2}(\.\d{1,2})?$/,
      MAX_MARGIN_PERCENT,
      `Rate margin must be between 0 and ${MAX_MARGIN_PERCENT} percent, with at most two decimals`,
    ),
    label: "Lower rate for buyers, in % (margin)",
    hint: "Lowers the rate of new amounts, against fees and price swings. Buyers see it.",
    input: decimal,
  },
  /** How long after a quote expired a payment that covers it still settles. */
  lateGraceMinutes: {
    group: "bitcoin",
    kind: "line",
    default: 60,
    rule: wholeNumber("Minutes", 0, 1440),
    label: "Minutes a late payment still counts (grace)",
    hint: "It then counts at the rate it was offered at",
    input: whole,
  },
  /** The gap limit of the owner's wallet: unused addresses in a row that it checks. */
  gapLimit: {
    group: "bitcoin",
    kind: "line",
    default: GAP_LIMIT,
    rule: wholeNumber("Gap limit", GAP_LIMIT, MAX_GAP_LIMIT),
    label: "Unused addresses my wallet checks (gap limit)",
    hint: "How many in a row your wallet looks at for money. The shop hands out no more than that, so raise it in the wallet first. No effect with a fixed address.",
    input: whole,
    wide: true,
  },
  /** Whether an unpaid order is rejected this long after its last quote expired. */
  rejectUnpaid: {
    group: "bitcoin",
    kind: "switch",
    default: true,
    rule: ticked,
    label: "Reject unpaid orders",
    hint: "With the reason 'not paid'. Money that arrives later is shown under Review.",
  },
  rejectUnpaidAfterHours: {
    group: "bitcoin",
    kind: "line",
    default: 24,
    rule: wholeNumber("Hours", 1, 720),
    label: "Hours after the last price lock ended",
    input: whole,
    wide: true,
  },
  /** Address of a transaction's page, with `{txid}` in it; empty for no links. */
  blockExplorer: {
    group: "bitcoin",
    kind: "line",
    default: "https://mempool.space/tx/{txid}",
    rule: explorerUrl,
    label: "Block explorer",
    hint: "Where transactions are linked to; {txid} stands for the ID. Leave empty for no links.",
    input: { spellCheck: false },
    mono: true,
    wide: true,
    lineAbove: true,
    optional: true,
  },
} satisfies Record<string, FieldRecord>;
