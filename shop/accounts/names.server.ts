import { domainToUnicode } from "node:url";
import type { z } from "zod";
import { t } from "#messages/translate.ts";
import { nameSchema } from "./account.ts";
import { topLevelDomains } from "./top-level-domains.server.ts";

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

/** Adds an error if a name has a host name: `Dr.Müller` and `J.Smith` have none, `evil.com` has. */
export function refuseHostName(name: string, issues: z.core.$ZodRawIssue[]): void {
  const found = name.toLowerCase().match(AFTER_DOT) ?? [];
  if (!found.some((last) => domains.has(domainToUnicode(last)))) return;
  const message = t("rules.nameAddress");
  issues.push({ code: "custom", path: ["name"], message, input: name });
}

/** The schema of a name, for the server: the list of domains is too long for the browser. */
export const safeNameSchema = nameSchema.check(({ value, issues }) =>
  refuseHostName(value.name, issues),
);

/** Returns the name that an OAuth provider gave if the register form would accept it, and a neutral one otherwise. */
export function nameFromProvider(name: string): string {
  const parsed = safeNameSchema.safeParse({ name });
  return parsed.success ? parsed.data.name : "Customer";
}
