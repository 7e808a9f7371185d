import { z } from "zod";
import { type FieldRecord, type Fields, ticked } from "#lib/fields.ts";
import { LINES, invalidCharacters } from "#lib/text.ts";
import { DECLINE_REASON_MAX } from "#shop/orders/withdrawal.ts";
import { REASON_MAX } from "#shop/payments/review/review.ts";
import { messageRule } from "../shared/order-fields.ts";
import { amountField, btcField, referenceField, txidField } from "../shared/money-fields.ts";

const reason = {
  kind: "line",
  label: "Reason",
  hint: "For you and the other administrators. The buyer does not see it.",
  input: { autoComplete: "off", required: true, maxLength: REASON_MAX },
  rule: z
    .string()
    .trim()
    .min(1, "Please enter a reason")
    .max(REASON_MAX, `The reason is too long (at most ${REASON_MAX} characters)`)
    .regex(LINES, invalidCharacters("The reason")),
} as const satisfies FieldRecord;

/** The form of each decision but a refund. */
export const decisionFields = {
  accept: { reason },
  undo: { reason },
  ask: {
    at: {
      kind: "radios",
      label: "How much to request",
      choices: [],
      rule: z.enum(["held", "now"]),
    },
    reason,
  },
  attach: {
    orderId: {
      kind: "line",
      label: "Order ID",
      mono: true,
      input: {
        autoCapitalize: "characters",
        autoComplete: "off",
        spellCheck: false,
        required: true,
      },
      rule: z.string().trim().min(1, "Please enter an order ID"),
    },
    reason,
  },
} as const satisfies Record<string, Fields>;

/** Asked for once the amount was more than the excess. */
const beyondExcess = {
  kind: "tick",
  label: "Refund more than the excess",
  rule: ticked,
} as const satisfies FieldRecord;

const toCents = { amount: amountField, beyondExcess };
const toSats = { amount: btcField, beyondExcess };

/** The form of a refund by the way on which the money goes back. */
export const refundFields = {
  chain: {
    ...toSats,
    address: {
      kind: "line",
      label: "Sent to address",
      mono: true,
      input: { autoComplete: "off", autoCapitalize: "none", spellCheck: false, required: true },
      rule: z.string().trim().min(1, "Please enter the address it was sent to"),
    },
    txid: { ...txidField, hint: "Your wallet shows it once the money is sent." },
    reason,
  },
  "chain-credit": { ...toSats, reason },
  "receipt-credit": { ...toCents, reason },
  service: { ...toCents, reason },
  hand: {
    ...toCents,
    sentAs: {
      ...referenceField("Please enter what identifies it"),
      label: "Reference of the refund",
      hint: "The ID your bank or PayPal gave it.",
    },
    reason,
  },
} as const satisfies Record<string, Fields>;

/** Which withdrawal is decided. */
export const acceptFields = {
  orderId: { kind: "line", label: "Order ID", rule: z.string() },
} as const satisfies Fields;

/** Why one is declined. */
export const declineFields = {
  ...acceptFields,
  reason: {
    kind: "lines",
    label: "Why",
    hint: "The buyer gets it as a message on the order’s page.",
    rows: 3,
    input: { maxLength: DECLINE_REASON_MAX, required: true },
    rule: messageRule,
  },
} as const satisfies Fields;
