import { data } from "react-router";

const FORM_TYPES = /^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i;
const REPLACEMENT = "\uFFFD";

/**
 * Reads the text fields of a posted form, without files. Each NUL becomes U+FFFD, as in browsers: PostgreSQL cannot
 * store NUL, and the schemas refuse U+FFFD as they refuse invalid UTF-8.
 * Throws a 415 when the body is no form, and a 400 when it cannot be parsed.
 */
export async function readForm(request: Request): Promise<FormData> {
  return onlyTexts(await parseBody(request));
}

/** Reads a posted form and the file of one field; null when no file was chosen. */
export async function readFormWithFile(
  request: Request,
  name: string,
): Promise<{ form: FormData; file: File | null }> {
  const posted = await parseBody(request);
  const file = posted.get(name);
  // Browsers send an empty file when none was chosen.
  const chosen = file instanceof File && (file.size > 0 || file.name !== "") ? file : null;
  return { form: onlyTexts(posted), file: chosen };
}

async function parseBody(request: Request): Promise<FormData> {
  if (!FORM_TYPES.test(request.headers.get("content-type") ?? ""))
    throw data(null, { status: 415 });
  return request.formData().catch(() => {
    throw data(null, { status: 400 });
  });
}

function onlyTexts(posted: FormData): FormData {
  const form = new FormData();
  for (const [name, value] of posted)
    if (typeof value === "string") form.append(withoutNul(name), withoutNul(value));
  return form;
}

function withoutNul(text: string): string {
  return text.replaceAll("\0", REPLACEMENT);
}
