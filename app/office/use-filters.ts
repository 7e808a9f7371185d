import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { useNavigate, useNavigation } from "react-router";

/** Debounce of typing, in milliseconds. */
const DEBOUNCE_MS = 200;

interface Filtered {
  /** URL of the list that is shown. */
  shown: string;
  /** Field values for that list; fields without a value are empty. */
  values: Readonly<Record<string, string>>;
  /** Returns the URL of the list for the fields. */
  pathOf: (fields: FormData) => string;
}

interface Filters {
  form: RefObject<HTMLFormElement | null>;
  /** Opens the list for the fields; `replace` the history entry or add one. */
  follow: (options: { replace: boolean }) => void;
  /** Opens the list when typing pauses, without a new history entry. */
  followTyping: () => void;
}

/** Synchronises filter fields with the list's URL in both directions: typing, and links or Back. */
export function useFilters({ shown, values, pathOf }: Filtered): Filters {
  const navigate = useNavigate();
  const idle = useNavigation().state === "idle";
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const requested = useRef(shown);
  const coming = useRef(0);

  useEffect(() => () => clearTimeout(timer.current), []);

  const fill = useEffectEvent(() => {
    for (const field of form.current?.elements ?? []) {
      const settable = field instanceof HTMLInputElement || field instanceof HTMLSelectElement;
      if (settable && field.type !== "hidden") field.value = values[field.name] ?? "";
    }
  });

  useEffect(() => {
    // A list that was superseded by a newer request is older than the fields, and is not written into them.
    if (!idle || coming.current > 0 || requested.current === shown) return;
    requested.current = shown;
    clearTimeout(timer.current);
    fill();
  }, [shown, idle]);

  const open = async (path: string, replace: boolean) => {
    requested.current = path;
    coming.current += 1;
    try {
      await navigate(path, { replace, preventScrollReset: true });
    } finally {
      coming.current -= 1;
    }
  };
  const follow: Filters["follow"] = ({ replace }) => {
    clearTimeout(timer.current);
    const path = form.current && pathOf(new FormData(form.current));
    if (path !== null && path !== requested.current) void open(path, replace);
  };

  return {
    form,
    follow,
    followTyping: () => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => follow({ replace: true }), DEBOUNCE_MS);
    },
  };
}
