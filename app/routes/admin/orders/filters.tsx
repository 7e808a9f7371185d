import type { SubmitEvent } from "react";
import { Form, href } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { SearchField, Toolbar } from "#app/ui/toolbar.tsx";
import { Select } from "#app/ui/field.tsx";
import { textOf } from "#lib/form.ts";
import { type OrderQuery, orderPeriods, paymentFilters } from "#shop/order-list/order-list.ts";
import { useFilters } from "#app/office/use-filters.ts";
import { listPath, parseListQuery, SEARCH_MAX, sortText } from "./order-query.ts";
import { paymentFilterLabels, periodLabels } from "./order-labels.ts";

/** Filters by text, payment and date. The list follows each change; without JavaScript, each submit. */
export function Filters({ query }: { query: OrderQuery }) {
  const { filter, sort } = query;
  const { search, payment, period, from, to } = filter;
  const { form, follow, followTyping } = useFilters({
    shown: listPath({ ...query, cursor: null }),
    values: { q: search, payment: payment ?? "", date: period, from: from ?? "", to: to ?? "" },
    pathOf: (fields) => {
      const params = [...fields.keys()].map((name) => [name, textOf(fields, name)]);
      return listPath(parseListQuery(new URLSearchParams(params)));
    },
  });
  // Replaces the history entry, so that Back leaves the screen.
  const followChoice = () => follow({ replace: true });
  return (
    <Form
      ref={form}
      method="get"
      action={href("/admin/orders")}
      role="search"
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        followChoice();
      }}
    >
      <Toolbar>
        {filter.status && <input type="hidden" name="status" value={filter.status} />}
        {filter.messages && <input type="hidden" name="messages" value={filter.messages} />}
        {sortText(sort) && <input type="hidden" name="sort" value={sortText(sort)} />}
        <SearchField
          label="Search orders"
          name="q"
          placeholder="Search orders..."
          defaultValue={search}
          maxLength={SEARCH_MAX}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          onChange={followTyping}
        />
        <Select
          label="Payment"
          labelHidden
          name="payment"
          size="sm"
          className="orders__filter"
          defaultValue={payment ?? ""}
          onChange={followChoice}
        >
          <option value="">Any payment</option>
          {paymentFilters.map((one) => (
            <option key={one} value={one}>
              {paymentFilterLabels[one]}
            </option>
          ))}
        </Select>
        <Select
          label="Date"
          labelHidden
          name="date"
          size="sm"
          className="orders__filter"
          defaultValue={period}
          onChange={followChoice}
        >
          {orderPeriods.map((period) => (
            <option key={period} value={period}>
              {periodLabels[period]}
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
              defaultValue={from ?? ""}
              onChange={followChoice}
            />
          </label>
          <label>
            to
            <input
              className="input input--sm"
              type="date"
              name="to"
              defaultValue={to ?? ""}
              onChange={followChoice}
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
