import { currentCatalog } from "#messages/current";
import { languages, pathIn, pathOf } from "#messages/languages.ts";
import { t } from "#messages/translate.ts";

/** The `Retry-After` for a request that a full queue of passwords refused. */
export const BUSY_SECONDS = 5;

/** Returns the message for such a request. */
export function busyMessage(): string {
  return t("errors.busyMessage");
}

/** Returns a page with a message and a link to what was requested, which costs far less than rendering a form. */
export function busyPage(message: string, requested: URL, label = t("errors.backToForm")): string {
  const { language } = currentCatalog();
  const link = pathIn(language, pathOf(requested)).replaceAll("&", "&amp;");
  const dir = languages[language].dir === "rtl" ? ' dir="rtl"' : "";
  const title = t("errors.busy");
  return `<!doctype html>
<html lang="${language}"${dir}>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<h1>${title}</h1>
<p>${message}</p>
<p><a href="${link}">${label}</a></p>
</html>
`;
}
