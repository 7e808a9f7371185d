import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { useNavigate, useNavigation } from "react-router";

/** How long typing must rest before it is searched for. */
const REST_MS = 200;

interface Filtered {
  /** The address of the list that is shown. */
  shown: string;
  /** What the fields hold for that list; a field that is not named is empty. */
  values: Readonly<Record<string, string>>;
  /** The address of the list that the fields ask for. */
  pathOf: (fields: FormData) => string;
}

interface Filters {
  form: RefObject<HTMLFormElement | null>;
  /** Opens what the fields ask for, as a step to go back from or in place of what is shown. */
  follow: (options: { replace: boolean }) => void;
  /** The same in place of what is shown, once typing rests. */
  followTyping: () => void;
}

/** Fields that a list follows, and that follow the list when it was opened otherwise (a link, Back). */
export function useFilters({ shown, values, pathOf }: Filtered): Filters {
  const navigate = useNavigate();
  const idle = useNavigation().state === "idle";
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const asked = useRef(shown);
  const coming = useRef(0);

  useEffect(() => () => clearTimeout(timer.current), []);

  const fill = useEffectEvent(() => {
    for (const field of form.current?.elements ?? []) {
      const settable = field instanceof HTMLInputElement || field instanceof HTMLSelectElement;
      if (settable && field.type !== "hidden") field.value = values[field.name] ?? "";
    }
  });

  useEffect(() => {
    // An answer that something was asked for after is older than the fields. What was asked for and gave way to
    // something else never comes.
    if (!idle || coming.current > 0 || asked.current === shown) return;
    asked.current = shown;
    clearTimeout(timer.current);
    fill();
  }, [shown, idle]);

  const open = async (path: string, replace: boolean) => {
    asked.current = path;
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
    if (path !== null && path !== asked.current) void open(path, replace);
  };

  return {
    form,
    follow,
    followTyping: () => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => follow({ replace: true }), REST_MS);
    },
  };
}
