import { z } from "zod";
import { isCountry } from "#lib/countries.ts";
import { ONE_LINE, VISIBLE } from "#lib/text.ts";
import { t } from "#messages/translate.ts";
import { emailField } from "../rules/email-field.ts";
import { hasWebAddress } from "../rules/name-field.ts";

const HANDLE_MIN = 2;
const HANDLE_MAX = 24;

/**
 * Validates a TikTok username by the rules at https://support.tiktok.com/en/getting-started/setting-up-your-profile/changing-your-username:
 * letters, digits, underscores and periods, no period at the end. A leading @ is removed, and a link to a profile is
 * reduced to its handle.
 */
export const tiktokHandle = z
  .string()
  .transform(extractHandle)
  .pipe(
    z
      .string()
      .min(1, { error: () => t("rules.usernameMissing"), abort: true })
      .regex(VISIBLE, { error: () => t("rules.usernameInvisible"), abort: true })
      .refine((text) => !text.includes("/"), {
        error: () => t("rules.usernameLink"),
        abort: true,
      })
      .regex(/^[\p{L}\p{M}\p{N}_.]*$/u, {
        error: () => t("rules.usernameCharacters"),
        abort: true,
      })
      .regex(/[^.]$/, {
        error: () => t("rules.usernamePeriod"),
        abort: true,
      })
      .min(HANDLE_MIN, { error: () => t("rules.usernameShort", { min: HANDLE_MIN }) })
      .max(HANDLE_MAX, { error: () => t("rules.usernameLong", { max: HANDLE_MAX }) }),
  );

function extractHandle(text: string): string {
  const trimmed = text.trim();
  const profile = /^(?:https?:\/\/)?(?:[a-z]+\.)?tiktok\.com\/@([^/?#\s]+)/i.exec(trimmed);
  return (profile?.[1] ?? trimmed).replace(/^[@\s]+/, "");
}

const UID_MAX = 64;

const uid = z
  .string()
  .max(UID_MAX, { error: () => t("rules.uidLong", { max: UID_MAX }) })
  .regex(ONE_LINE, { error: () => t("rules.uidCharacters") })
  .regex(VISIBLE, { error: () => t("rules.uidInvisible") })
  .refine((text) => !hasWebAddress(text), { error: () => t("rules.uidCharacters") });

/** Validates the TikTok account that gets the coins. */
export const tiktokAccountSchema = z.object({
  tiktokUsername: tiktokHandle,
  tiktokUid: z
    .string()
    .optional()
    .transform((text) => text?.trim() || null)
    .pipe(uid.nullable()),
});

/** Validates step 1, the TikTok account and the email. */
export const recipientSchema = tiktokAccountSchema.extend({
  email: emailField(() => t("rules.emailMissing")),
});

/** Validates step 1 of a shop that asks for the country. */
export const recipientWithCountrySchema = recipientSchema.extend({
  country: z.string().refine(isCountry, { error: () => t("rules.countryMissing") }),
});
