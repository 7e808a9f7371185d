import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

const KEY = "satchel.typed";

interface Typed {
  path: string;
  /** The entry of the history that it was sent from. */
  entry: string | undefined;
  intent: string;
  fields: { name: string; value: string; checked: boolean }[];
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** What nobody has typed, or nobody else may read. */
const notKept = new Set(["hidden", "password", "file", "submit", "button"]);

/**
 * Keeps what was typed when a form is sent after the session has ended: it is remembered while one signs
 * in, and put back into its fields on the way back. Passwords are not.
 */
export function useFormDraft(): void {
  const { pathname, search, key } = useLocation();

  useEffect(() => {
    const onSubmit = (event: SubmitEvent) => {
      if (event.target instanceof HTMLFormElement && event.target.method === "post")
        remember(event.target, pathname);
    };
    document.addEventListener("submit", onSubmit, { capture: true });
    return () => document.removeEventListener("submit", onSubmit, { capture: true });
  }, [pathname]);

  // Guarded pages come up anew when one has signed in, and only then; a form that was taken, or answered where
  // it stands, leads on within them.
  const arrived = useRef(true);
  useEffect(() => {
    const typed = recall();
    if (arrived.current && typed?.path === pathname) putBack(typed);
    // What stands here may be drawn after the address has changed: what was sent in between is not answered yet.
    if (arrived.current || typed?.entry !== currentEntry()) sessionStorage.removeItem(KEY);
    arrived.current = false;
  }, [pathname, search, key]);
}

function remember(form: HTMLFormElement, path: string): void {
  const fields = fieldsOf(form).map((field) => ({
    name: field.name,
    value: field.value,
    checked: isTick(field) && field.checked,
  }));
  const typed: Typed = { path, entry: currentEntry(), intent: intentOf(form), fields };
  try {
    sessionStorage.setItem(KEY, JSON.stringify(typed));
  } catch {
    // Storage can be closed to us (private windows): the form is then typed again.
  }
}

/** Where the browser is now, by the key that React Router gives each entry; the first one has none. */
function currentEntry(): string | undefined {
  return (history.state as { key?: string } | null)?.key;
}

function recall(): Typed | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "null") as Typed | null;
  } catch {
    return null;
  }
}

function putBack({ intent, fields }: Typed): void {
  const forms = [...document.querySelectorAll("form")];
  const form = forms.find((one) => one.method === "post" && intentOf(one) === intent);
  if (!form) return;
  for (const field of fieldsOf(form)) {
    const kept = fields.find(
      ({ name, value }) => name === field.name && (!isTick(field) || value === field.value),
    );
    if (!kept) continue;
    if (isTick(field)) {
      // As a hand would, so that whatever depends on it follows.
      if (field.checked !== kept.checked) field.click();
      continue;
    }
    field.value = kept.value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.dispatchEvent(new Event("change", { bubbles: true }));
  }
}

function fieldsOf(form: HTMLFormElement): Field[] {
  return [...form.elements].filter(
    (field): field is Field =>
      (field instanceof HTMLInputElement ||
        field instanceof HTMLTextAreaElement ||
        field instanceof HTMLSelectElement) &&
      field.name !== "" &&
      !field.hidden &&
      !notKept.has(field.type),
  );
}

function isTick(field: Field): field is HTMLInputElement {
  return field.type === "checkbox" || field.type === "radio";
}

function intentOf(form: HTMLFormElement): string {
  return form.querySelector<HTMLInputElement>("[name=intent]")?.value ?? "";
}
