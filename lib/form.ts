/** The text of a form's field; empty when the field is absent or holds a file. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}

const INTEGER_MAX = 2_147_483_647;

/** The version that a form was based on; -1, which nothing has, for what is none. */
export function versionOf(form: FormData): number {
  const text = textOf(form, "version");
  return /^\d{1,10}$/.test(text) && Number(text) <= INTEGER_MAX ? Number(text) : -1;
}
