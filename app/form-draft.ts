import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

const KEY = "satchel.form-draft";

interface FormDraft {
  path: string;
  /** The key of the history entry that the form was submitted from. */
  entry: string | undefined;
  intent: string;
  fields: { name: string; value: string; checked: boolean }[];
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Field types without typed text, and passwords, which must not be stored. */
const excludedTypes = new Set(["hidden", "password", "file", "submit", "button"]);

/**
 * Keeps a draft of a form that is submitted after the session has ended: the fields, except passwords, are stored in
 * the session storage during sign-in, and restored on return.
 */
export function useFormDraft(): void {
  const { pathname, search, key } = useLocation();

  useEffect(() => {
    const onSubmit = (event: SubmitEvent) => {
      if (event.target instanceof HTMLFormElement && event.target.method === "post")
        saveDraft(event.target, pathname);
    };
    document.addEventListener("submit", onSubmit, { capture: true });
    return () => document.removeEventListener("submit", onSubmit, { capture: true });
  }, [pathname]);

  // The guarded layout mounts again only after a sign-in. A form that was accepted, or rejected in place, navigates
  // within it.
  const mounted = useRef(true);
  useEffect(() => {
    const draft = loadDraft();
    if (mounted.current && draft?.path === pathname) restoreDraft(draft);
    // This effect may run after the URL has changed: a form submitted in between has no response yet.
    if (mounted.current || draft?.entry !== currentEntry()) removeDraft();
    mounted.current = false;
  }, [pathname, search, key]);
}

function saveDraft(form: HTMLFormElement, path: string): void {
  const fields = fieldsOf(form).map((field) => ({
    name: field.name,
    value: field.value,
    checked: isCheckable(field) && field.checked,
  }));
  const draft: FormDraft = { path, entry: currentEntry(), intent: intentOf(form), fields };
  try {
    sessionStorage.setItem(KEY, JSON.stringify(draft));
  } catch {
    // Browsers throw where storage is blocked or full: the draft is then lost.
  }
}

/** Returns the key that React Router gives the current history entry; the first entry has none. */
function currentEntry(): string | undefined {
  return (history.state as { key?: string } | null)?.key;
}

function loadDraft(): FormDraft | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "null") as FormDraft | null;
  } catch {
    return null;
  }
}

function removeDraft(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Blocked storage has no draft.
  }
}

function restoreDraft({ intent, fields }: FormDraft): void {
  const forms = [...document.querySelectorAll("form")];
  const form = forms.find((one) => one.method === "post" && intentOf(one) === intent);
  if (!form) return;
  for (const field of fieldsOf(form)) {
    const saved = fields.find(
      ({ name, value }) => name === field.name && (!isCheckable(field) || value === field.value),
    );
    if (!saved) continue;
    if (isCheckable(field)) {
      // A click, so that change handlers run.
      if (field.checked !== saved.checked) field.click();
      continue;
    }
    field.value = saved.value;
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
      !excludedTypes.has(field.type),
  );
}

function isCheckable(field: Field): field is HTMLInputElement {
  return field.type === "checkbox" || field.type === "radio";
}

function intentOf(form: HTMLFormElement): string {
  return form.querySelector<HTMLInputElement>("[name=intent]")?.value ?? "";
}
