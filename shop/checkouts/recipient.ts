import { z } from "zod";
import { isCountry } from "#lib/countries.ts";
import { emailField } from "#lib/email.ts";
import { hasInvisible, invalidCharacters, ONE_LINE, VISIBLE } from "#lib/text.ts";

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
      .min(1, { error: "TikTok username is required", abort: true })
      .regex(VISIBLE, { error: hasInvisible("TikTok username"), abort: true })
      .refine((text) => !text.includes("/"), {
        error: "This link does not contain the username. Please enter the username itself",
        abort: true,
      })
      .regex(/^[\p{L}\p{M}\p{N}_.]*$/u, {
        error: "A TikTok username has only letters, digits, underscores and periods",
        abort: true,
      })
      .regex(/[^.]$/, {
        error: "A TikTok username does not end with a period",
        abort: true,
      })
      .min(HANDLE_MIN, `A TikTok username has at least ${HANDLE_MIN} characters`)
      .max(HANDLE_MAX, `A TikTok username has at most ${HANDLE_MAX} characters`),
  );

function extractHandle(text: string): string {
  const trimmed = text.trim();
  const profile = /^(?:https?:\/\/)?(?:[a-z]+\.)?tiktok\.com\/@([^/?#\s]+)/i.exec(trimmed);
  return (profile?.[1] ?? trimmed).replace(/^[@\s]+/, "");
}

/** Validates the TikTok account that gets the coins. */
export const tiktokAccountSchema = z.object({
  tiktokUsername: tiktokHandle,
  tiktokUid: z
    .string()
    .optional()
    .transform((text) => text?.trim() || null)
    .pipe(plainText("TikTok UID", 64).nullable()),
});

/** Validates step 1, the TikTok account and the email. */
export const recipientSchema = tiktokAccountSchema.extend({
  email: emailField("Email is required"),
});

/** Validates step 1 of a shop that asks for the country. */
export const recipientWithCountrySchema = recipientSchema.extend({
  country: z.string().refine(isCountry, "Please choose your country"),
});

function plainText(label: string, max: number) {
  return z
    .string()
    .max(max, `${label} is too long (at most ${max} characters)`)
    .regex(ONE_LINE, invalidCharacters(label))
    .regex(VISIBLE, hasInvisible(label));
}
