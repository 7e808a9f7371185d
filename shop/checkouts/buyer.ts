import { z } from "zod";
import { emailField } from "#lib/email.ts";
import { hasInvisible, invalidCharacters, LINES, VISIBLE_NAME } from "#lib/text.ts";
import { GIFT_MESSAGE_MAX } from "./checkout.ts";

/** Validates the address that a gift code is sent to. */
export const giftEmailField = emailField("The recipient’s email is required");

/** Validates step 1 of a gift code. Without a recipient, its buyer gets it. */
export const giftSchema = z
  .object({
    email: emailField("Email is required"),
    giftEmail: z.union([z.literal("").transform(() => null), giftEmailField]),
    giftMessage: z
      .string()
      .transform((text) => text.replaceAll("\r\n", "\n").trim())
      .pipe(
        z
          .string()
          .max(GIFT_MESSAGE_MAX, `The message is too long (at most ${GIFT_MESSAGE_MAX} characters)`)
          .regex(LINES, invalidCharacters("The message"))
          .regex(VISIBLE_NAME, hasInvisible("The message")),
      ),
  })
  .transform(({ email, giftEmail, giftMessage }) => ({
    email,
    giftEmail: giftEmail ?? email,
    giftMessage,
  }));

export type GiftField = "email" | "giftEmail" | "giftMessage";
