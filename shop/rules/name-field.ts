import { z } from "zod";
import { t } from "#messages/translate.ts";
import { ONE_LINE, VISIBLE_NAME } from "#lib/text.ts";

const NAME_MAX = 100;

/** A scheme with an authority, or one that mail programs link; `www.`; four numbers as of a host; a dot in brackets. */
const WEB_ADDRESS =
  /[a-z][a-z\d+.-]*:\/\/|\b(?:mailto|tel|sms|javascript|data|bitcoin|lightning):\S|www[.\u3002]|\d{1,3}(?:[.\u3002]\d{1,3}){3}|[[({<]\s*(?:[.\u3002]|dot)\s*[\])}>]/i;

/** Any scheme: no name has a colon in a word, but a message may have `:)`. */
const SCHEME = /[a-z][a-z\d+.-]*:\S/i;

/**
 * Returns whether a text has what mail programs make a link of, or readers a web address. `findsWebAddress` of the server
 * also knows host names.
 */
export function hasWebAddress(text: string): boolean {
  return WEB_ADDRESS.test(text.normalize("NFKC"));
}

/**
 * Returns the schema of a name that a stranger writes and others read: in mails, in the back office, on an invoice. The
 * server adds `refuseNameAddress`.
 */
export function nameField({ missing, max = NAME_MAX }: { missing: () => string; max?: number }) {
  return (
    z
      .string()
      .normalize("NFKC")
      .trim()
      .min(1, { error: missing })
      .max(max, { error: () => t("rules.nameLong", { max }) })
      .regex(ONE_LINE, { error: () => t("rules.nameCharacters") })
      .regex(VISIBLE_NAME, { error: () => t("rules.nameInvisible") })
      // Mails to an address greet by name: a web address there would make them an advertisement.
      .refine((text) => !SCHEME.test(text) && !hasWebAddress(text), {
        error: () => t("rules.nameAddress"),
      })
  );
}
