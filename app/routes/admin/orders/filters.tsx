import { type RefObject, useEffect, useRef } from "react";
import { Form, href, useNavigate } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { SearchField } from "#app/ui/search-field.tsx";
import { Select } from "#app/ui/select.tsx";
import { Toolbar } from "#app/ui/toolbar.tsx";
import { textOf } from "#lib/form.ts";
import { type OrderQuery, orderPeriods } from "#shop/orders/order-list.ts";
import { listPath, parseListQuery, SEARCH_MAX, sortText } from "./list-query.ts";
import { periodWords } from "./words.ts";

/** How long typing must rest before it is searched for. */
const REST_MS = 200;

/** Search and dates: the list follows as one types or chooses; without a script, when the form is sent. */
export function Filters({ query }: { query: OrderQuery }) {
  const { filter, sort } = query;
  const { form, follow, followTyping } = useFollowing(query);
  return (
    <Form ref={form} method="get" action={href("/admin/orders")} replace role="search">
      <Toolbar>
        {filter.status && <input type="hidden" name="status" value={filter.status} />}
        {sortText(sort) && <input type="hidden" name="sort" value={sortText(sort)} />}
        <SearchField
          label="Search orders"
          name="q"
          placeholder="Search orders..."
          defaultValue={filter.search}
          maxLength={SEARCH_MAX}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          onChange={followTyping}
        />
        <Select
          label="Date"
          labelUnseen
          name="date"
          size="sm"
          className="orders__period"
          defaultValue={filter.period}
          onChange={follow}
        >
          {orderPeriods.map((period) => (
            <option key={period} value={period}>
              {periodWords[period]}
            </option>
          ))}
        </Select>
        <span className="orders__days">
          <label>
            From
            <input
              className="input input--sm"
              type="date"
              name="from"
              defaultValue={filter.from ?? ""}
              onChange={follow}
            />
          </label>
          <label>
            to
            <input
              className="input input--sm"
              type="date"
              name="to"
              defaultValue={filter.to ?? ""}
              onChange={follow}
            />
          </label>
        </span>
        <noscript>
          <Button type="submit" size="sm">
            Filter
          </Button>
        </noscript>
      </Toolbar>
    </Form>
  );
}

interface Following {
  form: RefObject<HTMLFormElement | null>;
  follow: () => void;
  followTyping: () => void;
}

/** Opens the list that the form asks for, in place of the one before, so that Back leaves the screen. */
function useFollowing(query: OrderQuery): Following {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { search, period, from, to } = query.filter;
  const asked = useRef(listPath({ ...query, cursor: null }));
  const shown = listPath({ ...query, cursor: null });

  useEffect(() => () => clearTimeout(timer.current), []);

  // A list that was not asked for here (a link, Back) shows in the fields, too; the answer to what was
  // typed does not, because typing may have gone on.
  useEffect(() => {
    if (!form.current || asked.current === shown) return;
    asked.current = shown;
    clearTimeout(timer.current);
    const values = { q: search, date: period, from: from ?? "", to: to ?? "" };
    for (const [name, value] of Object.entries(values)) {
      const field = form.current.elements.namedItem(name);
      if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement)
        field.value = value;
    }
  }, [shown, search, period, from, to]);

  const follow = () => {
    clearTimeout(timer.current);
    if (!form.current) return;
    const typed = new FormData(form.current);
    const fields = [...typed.keys()].map((name) => [name, textOf(typed, name)]);
    const path = listPath(parseListQuery(new URLSearchParams(fields)));
    if (path === asked.current) return;
    asked.current = path;
    void navigate(path, { replace: true, preventScrollReset: true });
  };
  return {
    form,
    follow,
    followTyping: () => {
      clearTimeout(timer.current);
      timer.current = setTimeout(follow, REST_MS);
    },
  };
}
