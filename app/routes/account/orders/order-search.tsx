import { type RefObject, useEffect, useRef } from "react";
import { Form, useNavigate } from "react-router";
import { Icon } from "#app/ui/icon.tsx";
import { ordersPath } from "./orders-path.ts";

/** How long typing must rest before it is searched for. */
const REST_MS = 250;

/** Filters by id or status: as one types, and on Enter where no script runs. */
export function OrderSearch({ search }: { search: string }) {
  const { input, onType, onSubmit } = useSearchAsTyped(search);
  return (
    <Form
      method="get"
      action="/orders"
      replace
      role="search"
      className="orders__search"
      onSubmit={onSubmit}
    >
      <label className="sr" htmlFor="order-search">
        Search by order ID or status
      </label>
      <Icon name="search" />
      <input
        ref={input}
        id="order-search"
        className="input"
        type="search"
        name="q"
        defaultValue={search}
        placeholder="Order ID or status"
        maxLength={100}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        onChange={onType}
      />
    </Form>
  );
}

interface SearchAsTyped {
  input: RefObject<HTMLInputElement | null>;
  onType: () => void;
  onSubmit: () => void;
}

/** Opens the list for what was typed, in place of the one before, so that Back leaves the page. */
function useSearchAsTyped(search: string): SearchAsTyped {
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const asked = useRef(search);

  useEffect(() => () => clearTimeout(timer.current), []);

  // A search that was not typed here (cleared, or an earlier page of the history) is shown, too;
  // the answer to what was typed is not, because typing may have gone on.
  useEffect(() => {
    if (asked.current === search) return;
    asked.current = search;
    clearTimeout(timer.current);
    if (!input.current) return;
    input.current.value = search;
    // The link that clears the search is gone with what it stood in.
    if (document.activeElement === document.body) input.current.focus();
  }, [search]);

  return {
    input,
    onType: () => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        const typed = input.current?.value.trim() ?? "";
        if (typed === asked.current) return;
        asked.current = typed;
        void navigate(ordersPath(typed), { replace: true, preventScrollReset: true });
      }, REST_MS);
    },
    onSubmit: () => {
      clearTimeout(timer.current);
      asked.current = input.current?.value.trim() ?? "";
    },
  };
}
