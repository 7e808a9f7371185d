/** The placeholders of ready messages. */
const placeholders = ["order", "username"] as const;

/** The maximum length of a message on an order, in characters. */
export const MESSAGE_MAX = 2000;

/** What the placeholders of a message stand for; the username is without the @. */
export type TemplateValues = Record<(typeof placeholders)[number], string>;

const PLACEHOLDER = /\{([^{}\s]*)\}/g;

/** Replaces the placeholders `{order}` and `{username}`, in one pass: a value with braces is not replaced again. */
export function fillTemplate(template: string, values: TemplateValues): string {
  return template.replaceAll(PLACEHOLDER, (found, name: string) => {
    const known = placeholders.find((placeholder) => placeholder === name);
    return known ? values[known] : found;
  });
}

/** Returns the first placeholder that no value is known for, with its braces; null when there is none. */
export function unknownPlaceholder(template: string): string | null {
  const unknown = [...template.matchAll(PLACEHOLDER)].find(
    ([, name]) => !placeholders.some((placeholder) => placeholder === name),
  );
  return unknown?.[0] ?? null;
}

/** Returns the ready answers of the setting, which have an empty line between them. */
export function splitAnswers(setting: string): string[] {
  return setting.split(/\n\s*\n/).flatMap((answer) => answer.trim() || []);
}
