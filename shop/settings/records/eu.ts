import { rateText } from "#lib/vat.ts";
import { lines, percent, ticked } from "../rules.ts";
import type { FieldRecord } from "../setting.ts";

const MAX_VAT_PERCENT = 50;

/** What a shop that sells in the EU has to do besides. All of it is off by default. */
export const euRecords = {
  /** The VAT that prices include, in hundredths of a percent; 0 for none. */
  vatBasisPoints: {
    group: "eu",
    kind: "line",
    default: 0,
    rule: percent(
      /^\d{1,2}(\.\d{1,2})?$/,
      MAX_VAT_PERCENT,
      `VAT must be between 0 and ${MAX_VAT_PERCENT} percent, with at most two decimals`,
    ).transform((percentage) => Math.round(percentage * 100)),
    toText: rateText,
    label: "VAT included in prices, in %",
    hint: "Shown at checkout and on invoices, and summed up under Reports, VAT. An order keeps the rate of when it was placed. With 0, VAT is not mentioned.",
    input: { inputMode: "decimal", required: true },
    wide: true,
  },
  /** Whether step 1 asks for the buyer's country. */
  vatByCountry: {
    group: "eu",
    kind: "switch",
    default: false,
    rule: ticked,
    label: "VAT by country",
    hint: "Buyers choose their country at checkout, and the VAT of each quarter is summed up for each.",
  },
  /** Whether step 3 asks for consent to delivery before the withdrawal period ends. */
  consentRequired: {
    group: "eu",
    kind: "switch",
    default: false,
    rule: ticked,
    label: "Consent to immediate delivery",
    hint: "Buyers have to tick it at the last step. The order stores the text with the time, and the confirmation email repeats it. Of an order whose payment came before that, its page asks for it.",
  },
  consentText: {
    group: "eu",
    kind: "lines",
    rows: 3,
    default:
      "I agree that you deliver my order before the withdrawal period of 14 days ends. I know that I lose my right of withdrawal once it is delivered.",
    rule: lines("Consent", 10, 1000),
    label: "Text of the consent",
    hint: "What the buyer agrees to. Orders keep the text that their buyer saw.",
    wide: true,
  },
  /** Whether the order's page has the withdrawal function of Article 11a of Directive 2011/83/EU. */
  withdrawalEnabled: {
    group: "eu",
    kind: "switch",
    default: false,
    rule: ticked,
    label: "Withdrawal on the order’s page",
    hint: "Adds “Withdraw from contract here” for 14 days, or with consent until delivery. You decide each under Review.",
  },
  withdrawalText: {
    group: "eu",
    kind: "lines",
    rows: 3,
    default:
      "You can withdraw from this contract within 14 days without giving a reason. If you agreed to immediate delivery, this right ends once your order is delivered. We refund what you paid within 14 days.",
    rule: lines("Withdrawal", 20, 3000),
    label: "Text about the right of withdrawal",
    hint: "Above the form, and in the default terms.",
    wide: true,
    optional: true,
  },
} satisfies Record<string, FieldRecord>;
