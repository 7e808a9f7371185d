import { textOf } from "#lib/form.ts";
import { err, ok, type Result } from "#lib/result.ts";
import { t } from "#messages/translate.ts";
import type { Settings } from "#shop/settings/settings.ts";

/**
 * Returns the text that the buyer ticked, which is the value of the checkbox; null where no consent is asked for. The text
 * has to be the current one: it is stored as what they read.
 */
export function readConsent(
  form: FormData,
  { consentRequired, consentText }: Pick<Settings, "consentRequired" | "consentText">,
): Result<string | null, string> {
  if (!consentRequired) return ok(null);
  // Browsers send line breaks as CR LF.
  const ticked = textOf(form, "consent").replaceAll("\r\n", "\n");
  if (ticked === "") return err(t("rules.consentMissing"));
  return ticked === consentText ? ok(consentText) : err(t("rules.consentChanged"));
}
