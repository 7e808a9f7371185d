import type { z } from "zod";
import { t } from "#messages/translate.ts";
import { refuseNameAddress } from "../rules/web-addresses.server.ts";
import { invitedAccountSchema, newPasswordSchema, registrationSchema } from "./account.ts";
import { commonPasswordList } from "./common-password-list.server.ts";

const common: ReadonlySet<string> = new Set(commonPasswordList.split(/\s+/).filter(Boolean));

const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/\P{L}/gu, "");

/** Returns the parts of an email address that people choose as passwords. */
const emailWords = (email: string): string[] => [email, email.split("@")[0] ?? ""];

/**
 * Adds an error if a new password is common, or has only the letters of one of the words (OWASP ASVS 5, 6.1.2), as
 * "Satchel2026!" has for "Satchel".
 */
function refuseGuessable(
  password: string,
  words: readonly string[],
  issues: z.core.$ZodRawIssue[],
) {
  const add = (message: string) =>
    issues.push({ code: "custom", path: ["password"], message, input: password });
  if (common.has(password.toLowerCase())) add(t("rules.passwordCommon"));
  else if (words.some((word) => lettersOf(word) !== "" && lettersOf(word) === lettersOf(password)))
    add(t("rules.passwordIsName"));
}

/** The names that a password must not be made of. */
interface Names {
  shopName: string;
  /** The account's; undefined where it is not known yet. */
  email?: string;
}

/** Returns the schema of forms with a new password, for the server: the list is too long for the browser. */
export const safePasswordSchema = ({ shopName, email = "" }: Names) =>
  newPasswordSchema.check(({ value, issues }) =>
    refuseGuessable(value.password, [shopName, ...emailWords(email)], issues),
  );

/** Likewise of the registration form, which has a name without a host name. */
export const safeRegistrationSchema = ({ shopName }: Names) =>
  registrationSchema.check(refuseNameAddress, ({ value, issues }) =>
    refuseGuessable(value.password, [shopName, value.name, ...emailWords(value.email)], issues),
  );

/** Likewise of the form of a person who is invited to the team. */
export const safeInvitedAccountSchema = ({ shopName, email = "" }: Names) =>
  invitedAccountSchema.check(refuseNameAddress, ({ value, issues }) =>
    refuseGuessable(value.password, [shopName, value.name, ...emailWords(email)], issues),
  );
