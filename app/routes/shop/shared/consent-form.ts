import { textOf } from "#lib/form.ts";
import { err, ok, type Result } from "#lib/result.ts";
import type { Settings } from "#shop/settings/settings.ts";

const MISSING = "Please tick that you agree to immediate delivery, then confirm your order.";
const CHANGED = "What you are asked to agree to has changed. Please read it again.";

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
  if (ticked === "") return err(MISSING);
  return ticked === consentText ? ok(consentText) : err(CHANGED);
}
