import { z } from "zod";
import { VISIBLE } from "#lib/text.ts";
import { t } from "#messages/translate.ts";

/** The longest address that SMTP can carry (RFC 5321, section 4.5.3.1.3, with its erratum 1690). */
export const EMAIL_MAX = 254;

const invalid = () => t("rules.emailInvalid");

const LETTER = "\\p{L}\\p{M}\\p{N}";
const LABEL = `[${LETTER}](?:[${LETTER}-]{0,61}[${LETTER}])?`;
const ATOM = `[^\\s@.,;:<>"()[\\]\\\\\\p{Cc}\uFFFD]+`;

/**
 * The addresses that mail servers take (RFC 5321, section 4.1.2): dot-separated atoms, and a host name whose labels begin
 * and end with a letter or digit. The last one has two characters or more, and is no number.
 */
const ADDRESS = new RegExp(
  `^(?=[^@]{1,64}@)${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+(?!\\p{N}+$)(?=..)${LABEL}$`,
  "u",
);

/**
 * Returns the schema of an email field, which drops surrounding space and the dot after a host name; `missing` is the message
 * when it is empty, as a function where it is in the language of the page.
 */
export function emailField(missing: string | (() => string)) {
  return (
    z
      .string()
      .trim()
      .min(1, { error: missing })
      // Aborts the validation, so that no pattern reads a very long text.
      .max(EMAIL_MAX, { error: invalid, abort: true })
      .overwrite((text) => text.replace(/\.$/, ""))
      .regex(ADDRESS, { error: invalid })
      .regex(VISIBLE, { error: () => t("rules.emailInvisible") })
  );
}
