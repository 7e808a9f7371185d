import { domainToUnicode } from "node:url";
import type { z } from "zod";
import { t } from "#messages/translate.ts";
import { topLevelDomains } from "#lib/top-level-domains.server.ts";
import { hasWebAddress } from "./name-field.ts";

const domains: ReadonlySet<string> = new Set(topLevelDomains.split(/\s+/).filter(Boolean));

const LABEL = "[\\p{L}\\p{M}\\p{N}-]";

/**
 * What follows a dot after two letters or more. After one letter only in a mail address, or before a path: `J.Love` is a
 * name, `t.co/evil` is none.
 */
const AFTER_DOT = new RegExp(
  `(?<=(?:${LABEL}|@)${LABEL}[.\\u3002])${LABEL}{2,}|(?<=${LABEL}[.\\u3002])${LABEL}{2,}(?=[/?#])`,
  "gu",
);

/**
 * Returns whether a text has a web address, also one without a scheme: `Dr.Müller` and `J.Smith` are none, `evil.com` is. The
 * list of domains is too long for the browser.
 */
function findsWebAddress(text: string): boolean {
  const found = text.normalize("NFKC").toLowerCase().match(AFTER_DOT) ?? [];
  return hasWebAddress(text) || found.some((last) => domains.has(domainToUnicode(last)));
}

/** Returns the check that adds an error to a form whose field has a web address. */
export function refuseWebAddress<Name extends string>(name: Name, message: () => string) {
  return ({ value, issues }: z.core.ParsePayload<{ readonly [K in Name]: string | null }>) => {
    const text = value[name];
    if (text === null || !findsWebAddress(text)) return;
    issues.push({ code: "custom", path: [name], message: message(), input: text });
  };
}

/** The check of a form with a name. */
export const refuseNameAddress = refuseWebAddress("name", () => t("rules.nameAddress"));
