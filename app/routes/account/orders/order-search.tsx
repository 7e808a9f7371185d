import { type RefObject, useEffect, useRef } from "react";
import { Form, useNavigate } from "react-router";
import { Icon } from "#app/ui/icon.tsx";
import { isRightToLeft } from "#messages/direction.ts";
import { t } from "#messages/translate.ts";

const DEBOUNCE_MS = 250;

/** Filters by ID or status while typing; without JavaScript on Enter. */
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
        {t("myOrders.search")}
      </label>
      <Icon name="search" />
      <input
        ref={input}
        id="order-search"
        className="input"
        type="search"
        name="q"
        defaultValue={search}
        dir={isRightToLeft() ? "auto" : undefined}
        placeholder={t("myOrders.searchHint")}
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

/** Searches while typing, debounced. Replaces the history entry, so that Back leaves the page. */
function useSearchAsTyped(search: string): SearchAsTyped {
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const submitted = useRef(search);

  useEffect(() => () => clearTimeout(timer.current), []);

  // Shows a search that was not typed here (cleared, or from the history). Results of a typed search must not change
  // the field, because the user may be typing on.
  useEffect(() => {
    if (submitted.current === search) return;
    submitted.current = search;
    clearTimeout(timer.current);
    if (!input.current) return;
    input.current.value = search;
    // The link that cleared the search was removed, and the focus with it.
    if (document.activeElement === document.body) input.current.focus();
  }, [search]);

  return {
    input,
    onType: () => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        const typed = input.current?.value.trim() ?? "";
        if (typed === submitted.current) return;
        submitted.current = typed;
        void navigate(ordersPath(typed), { replace: true, preventScrollReset: true });
      }, DEBOUNCE_MS);
    },
    onSubmit: () => {
      clearTimeout(timer.current);
      submitted.current = input.current?.value.trim() ?? "";
    },
  };
}

/** Returns the path of a page of My Orders, without default parameters. */
export function ordersPath(search: string, page = 1): string {
  const query = new URLSearchParams();
  if (search) query.set("q", search);
  if (page > 1) query.set("page", String(page));
  return query.size > 0 ? `/orders?${query}` : "/orders";
}
