import { data } from "react-router";

const FORM_TYPES = /^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i;
const REPLACEMENT = "\uFFFD";

/**
 * What a form has posted, with U+FFFD for each NUL, as browsers read pages: PostgreSQL could not keep it, and the
 * rules for text refuse the sign as they refuse what was not UTF-8. Files are left out.
 * Throws a 415 for what is no form, and a 400 for one that cannot be read.
 */
export async function readForm(request: Request): Promise<FormData> {
  return textsOf(await readPosted(request));
}

/** The same with the file of one field; null where none was chosen. */
export async function readFormWithFile(
  request: Request,
  name: string,
): Promise<{ form: FormData; file: File | null }> {
  const posted = await readPosted(request);
  const file = posted.get(name);
  // A browser sends an empty one for a field that was left alone.
  const chosen = file instanceof File && (file.size > 0 || file.name !== "") ? file : null;
  return { form: textsOf(posted), file: chosen };
}

async function readPosted(request: Request): Promise<FormData> {
  if (!FORM_TYPES.test(request.headers.get("content-type") ?? ""))
    throw data(null, { status: 415 });
  return request.formData().catch(() => {
    throw data(null, { status: 400 });
  });
}

function textsOf(posted: FormData): FormData {
  const form = new FormData();
  for (const [name, value] of posted)
    if (typeof value === "string") form.append(withoutNul(name), withoutNul(value));
  return form;
}

function withoutNul(text: string): string {
  return text.replaceAll("\0", REPLACEMENT);
}
