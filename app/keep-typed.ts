import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

const KEY = "satchel.typed";

interface Typed {
  path: string;
  intent: string;
  values: Record<string, string>;
}

/**
 * Keeps what was typed when a form is sent after the session has ended: it is remembered while one signs
 * in, and put back into its fields on the way back. Passwords are not.
 */
export function useKeepTyped(): void {
  const { pathname, search } = useLocation();

  useEffect(() => {
    const onSubmit = (event: SubmitEvent) => {
      if (event.target instanceof HTMLFormElement && event.target.method === "post")
        remember(event.target, pathname);
    };
    document.addEventListener("submit", onSubmit, { capture: true });
    return () => document.removeEventListener("submit", onSubmit, { capture: true });
  }, [pathname]);

  // Guarded pages come up anew when one has signed in, and only then; a form that was taken leads on
  // within them.
  const arrived = useRef(true);
  useEffect(() => {
    const typed = recall();
    if (arrived.current && typed?.path === pathname) putBack(typed);
    arrived.current = false;
    sessionStorage.removeItem(KEY);
  }, [pathname, search]);
}

function remember(form: HTMLFormElement, path: string): void {
  const secret = new Set(["hidden", "password"]);
  const fields = [...form.querySelectorAll("input")].filter(
    ({ type, name }) => name && !secret.has(type),
  );
  const values = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
  const typed: Typed = { path, intent: intentOf(form), values };
  try {
    sessionStorage.setItem(KEY, JSON.stringify(typed));
  } catch {
    // Storage can be closed to us (private windows): the form is then typed again.
  }
}

function recall(): Typed | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "null") as Typed | null;
  } catch {
    return null;
  }
}

function putBack({ intent, values }: Typed): void {
  const forms = [...document.querySelectorAll("form")];
  const form = forms.find((one) => intentOf(one) === intent);
  for (const input of form?.querySelectorAll("input") ?? []) {
    const value = values[input.name];
    if (value === undefined) continue;
    input.value = value;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

function intentOf(form: HTMLFormElement): string {
  return form.querySelector<HTMLInputElement>("[name=intent]")?.value ?? "";
}
