import { t } from "#messages/translate.ts";
import { placeholders } from "./placeholders.ts";

/** Returns the default terms, which must match the payment code and the owner's settings. */
export function termsText(): string {
  return [
    t("legal.termsLead", placeholders),
    `## ${t("legal.termsSell")}`,
    t("legal.termsSellText", placeholders),
    `## ${t("legal.termsYou")}`,
    t("legal.termsYouText"),
    `## ${t("legal.termsPrices")}`,
    t("legal.termsPricesText", placeholders),
    "{late payments}",
    `## ${t("legal.termsPayment")}`,
    "{other methods}",
    t("legal.termsBitcoinPayment", placeholders),
    t("legal.termsPaidOrder", placeholders),
    `## ${t("legal.termsDelivery")}`,
    t("legal.termsDeliveryText", placeholders),
    `## ${t("legal.termsRejected")}`,
    t("legal.termsRejectedText", placeholders),
    "{withdrawal}",
    `## ${t("legal.termsCredit")}`,
    t("legal.termsCreditText"),
    `## ${t("legal.termsData")}`,
    t("legal.termsDataText"),
    `## ${t("legal.termsQuestions")}`,
    t("legal.termsQuestionsText", placeholders),
  ].join("\n\n");
}
