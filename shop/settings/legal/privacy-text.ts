import { t } from "#messages/translate.ts";
import { placeholders } from "./placeholders.ts";

/** Returns the default privacy policy, which must match what the code stores, sets and sends. */
export function privacyText(): string {
  return [
    t("legal.privacyLead", placeholders),
    `## ${t("legal.privacyOrder")}`,
    t("legal.privacyOrderText", placeholders),
    t("legal.privacyPush"),
    t("legal.privacyNever"),
    `## ${t("legal.privacyAccount")}`,
    t("legal.privacyAccountText"),
    t("legal.privacySocial"),
    `## ${t("legal.privacyNewsletter")}`,
    t("legal.privacyNewsletterText"),
    `## ${t("legal.privacyCookies")}`,
    t("legal.privacyCookiesText"),
    [
      `- ${t("legal.privacyCookieVisitor")}`,
      `- ${t("legal.privacyCookieSignedOut")}`,
      `- ${t("legal.privacyCookieCode")}`,
      `- ${t("legal.privacyCookieSession")}`,
      `- ${t("legal.privacyCookieState")}`,
      `- ${t("legal.privacyCookieTwoFactor")}`,
      `- ${t("legal.privacyCookiePasskey")}`,
      `- ${t("legal.privacyCookieKnown")}`,
      `- ${t("legal.privacyCookieLanguage")}`,
    ].join("\n"),
    t("legal.privacyCookieNames"),
    `## ${t("legal.privacyNoAnalytics")}`,
    t("legal.privacyNoAnalyticsText"),
    `## ${t("legal.privacyServer")}`,
    t("legal.privacyServerText", placeholders),
    `## ${t("legal.privacyHowLong")}`,
    t("legal.privacyHowLongText"),
    t("legal.privacyAttempts"),
    `## ${t("legal.privacyRights")}`,
    t("legal.privacyRightsText", placeholders),
  ].join("\n\n");
}
