import { t } from "#messages/translate.ts";
import { placeholders } from "./placeholders.ts";

/** Returns the default refund policy, which must match the payment code and the owner's settings. */
export function refundsText(): string {
  return [
    t("legal.refundsLead", placeholders),
    `## ${t("legal.refundsPayment")}`,
    t("legal.refundsPaymentText"),
    "{other refunds}",
    `## ${t("legal.refundsWhen")}`,
    [
      `- ${t("legal.refundsUndeliverable")}`,
      `- ${t("legal.refundsTooMuch")}`,
      `- ${t("legal.refundsTooLittle")}`,
      `- ${t("legal.refundsTooLate")}`,
      `- ${t("legal.refundsRejected")}`,
    ].join("\n"),
    `## ${t("legal.refundsLate")}`,
    "{late payments}",
    t("legal.refundsShortText", placeholders),
    "{unpaid orders}",
    `## ${t("legal.refundsHow")}`,
    [
      `1. ${t("legal.refundsWrite", placeholders)}`,
      `2. ${t("legal.refundsAddress")}`,
      `3. ${t("legal.refundsCheck")}`,
      `4. ${t("legal.refundsSent")}`,
    ].join("\n"),
    t("legal.refundsOnlyAddress"),
    `## ${t("legal.refundsHowMuch")}`,
    t("legal.refundsHowMuchText"),
    `## ${t("legal.refundsNot")}`,
    [
      `- ${t("legal.refundsDelivered")}`,
      `- ${t("legal.refundsOtherUsername")}`,
      `- ${t("legal.refundsRate")}`,
    ].join("\n"),
    t("legal.refundsRights"),
    `## ${t("legal.refundsQuestions")}`,
    t("legal.refundsQuestionsText", placeholders),
  ].join("\n\n");
}
