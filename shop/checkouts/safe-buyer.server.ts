import { t } from "#messages/translate.ts";
import { refuseWebAddress } from "../rules/web-addresses.server.ts";
import { giftMessageAddress, giftSchema } from "./buyer.ts";
import { recipientSchema, recipientWithCountrySchema, tiktokAccountSchema } from "./recipient.ts";

// The schemas of step 1 for the server, which also knows host names.

const uid = refuseWebAddress("tiktokUid", () => t("rules.uidCharacters"));

export const safeAccountSchema = tiktokAccountSchema.check(uid);
export const safeRecipientSchema = recipientSchema.check(uid);
export const safeRecipientWithCountrySchema = recipientWithCountrySchema.check(uid);
export const safeGiftSchema = giftSchema.check(refuseWebAddress("giftMessage", giftMessageAddress));
