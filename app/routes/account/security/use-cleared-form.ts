import { type RefObject, useEffect, useRef } from "react";
import { useLocation } from "react-router";

/** Empties a form once what it sent was taken: nothing of a password stays on the screen. */
export function useClearedForm(form: RefObject<HTMLFormElement | null>, refused: boolean): void {
  // Each answer has a new location key.
  const { key } = useLocation();
  const shownKey = useRef(key);
  useEffect(() => {
    if (shownKey.current === key) return;
    shownKey.current = key;
    if (!refused) form.current?.reset();
  }, [key, refused, form]);
}
