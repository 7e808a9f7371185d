import { z } from "zod";
import { LINES, VISIBLE_NAME } from "#lib/text.ts";
import { t } from "#messages/translate.ts";
import { emailField } from "../rules/email-field.ts";
import { hasWebAddress } from "../rules/name-field.ts";
import { GIFT_MESSAGE_MAX } from "./checkout.ts";

/** Validates the address that a gift code is sent to. */
export const giftEmailField = emailField(() => t("rules.giftEmailMissing"));

export const giftMessageAddress = () => t("rules.giftMessageAddress");

/** Validates step 1 of a gift code. Without a recipient, its buyer gets it. */
export const giftSchema = z
  .object({
    email: emailField(() => t("rules.emailMissing")),
    giftEmail: z.union([z.literal("").transform(() => null), giftEmailField]),
    giftMessage: z
      .string()
      .transform((text) => text.replaceAll("\r\n", "\n").trim())
      .pipe(
        z
          .string()
          .max(GIFT_MESSAGE_MAX, {
            error: () => t("rules.giftMessageLong", { max: GIFT_MESSAGE_MAX }),
          })
          .regex(LINES, { error: () => t("rules.giftMessageCharacters") })
          .regex(VISIBLE_NAME, { error: () => t("rules.giftMessageInvisible") })
          // A mail of the shop brings it to an address that the buyer typed.
          .refine((text) => !hasWebAddress(text), { error: giftMessageAddress }),
      ),
  })
  .transform(({ email, giftEmail, giftMessage }) => ({
    email,
    giftEmail: giftEmail ?? email,
    giftMessage,
  }));

export type GiftField = "email" | "giftEmail" | "giftMessage";
