import type { ReactNode } from "react";
import { useNavigation } from "react-router";
import { Card } from "#app/ui/card.tsx";
import { Select } from "#app/ui/field.tsx";
import { HiddenFields } from "#app/ui/hidden-fields.tsx";
import { Pager, type PagerProps } from "#app/ui/pager.tsx";
import { type Column, Table } from "#app/ui/table.tsx";
import type { SelectProps } from "#app/ui/selection.tsx";
import { Tabs } from "#app/ui/tabs.tsx";
import { SearchField, Toolbar } from "#app/ui/toolbar.tsx";
import type { Cursor } from "#lib/paging.ts";
import { FilterForm } from "./filter-form.tsx";
import type { Filters, List, ListQuery } from "./list-query.ts";

/** A choice of values with their labels, and the label of none. */
interface Choice {
  label: string;
  all: string;
  options: readonly (readonly [value: string, label: string])[];
}

/** Values that are tabs, with their labels and the counts of their rows. */
interface ListTabs {
  label: string;
  filter: string;
  options: readonly (readonly [value: string | null, label: string, count?: number | Counted])[];
}

/** How many rows there are; with `more` at least so many. */
interface Counted {
  count: number;
  more: boolean;
}

interface ListCardProps<F extends Filters, Key, Row> {
  list: List<F, Key>;
  query: ListQuery<F, Key>;
  /** What its rows are, such as "Customers". */
  label: string;
  className?: string;
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  columns: readonly Column<Row>[];
  /** The neighbouring pages; "first" leads back to the first one, where the page before is not known. */
  page: { previous: Cursor<Key> | "first" | null; next: Cursor<Key> | null };
  pagerLabels?: PagerProps["labels"];
  tabs?: ListTabs;
  search?: { label: string; placeholder: string };
  choices?: Readonly<Partial<Record<keyof F & string, Choice>>>;
  /** Filters by day, with their labels. */
  days?: Readonly<Partial<Record<keyof F & string, string>>>;
  /** Buttons beside the filters. */
  end?: ReactNode;
  /** Between the filters and the table. */
  note?: ReactNode;
  select?: SelectProps;
  /** The position of the first row, and the number of all rows, where they are counted. */
  position?: { from: number | null; total: Counted };
  /** Stands in the place of the table while there are no rows. */
  empty: ReactNode;
}

/** A list in pages: its tabs and filters, the table, and the links to its pages. */
export function ListCard<F extends Filters, Key, Row>(props: ListCardProps<F, Key, Row>) {
  const { list, query, label, className, rows, page, tabs, search, end, position } = props;
  const { choices = {}, days = {} } = props;
  const navigation = useNavigation();
  const busy = navigation.state === "loading" && navigation.location.pathname === list.path;
  const values = query as Readonly<Record<string, unknown>>;
  const textOf = (name: string) => (typeof values[name] === "string" ? values[name] : "");
  const to = (cursor: Cursor<Key> | "first" | null) =>
    cursor && list.to({ ...query, cursor: cursor === "first" ? null : cursor });
  const isShown = (name: string) => name === "q" || name in choices || name in days;
  const hidden = Object.keys(list.filters).filter((name) => !isShown(name) && textOf(name));
  return (
    <Card className={className}>
      {tabs && (
        <Tabs
          label={tabs.label}
          tabs={tabs.options.map(([value, label, count]) => ({
            to: list.to({ ...query, [tabs.filter]: value, cursor: null }),
            label,
            ...(typeof count === "number" ? { count } : count),
            current: values[tabs.filter] === value,
          }))}
        />
      )}
      {search && (
        <Toolbar end={end}>
          <FilterForm action={list.path}>
            <HiddenFields values={Object.fromEntries(hidden.map((name) => [name, textOf(name)]))} />
            <SearchField
              name="q"
              {...search}
              defaultValue={textOf("q")}
              maxLength={list.searchMax}
              autoComplete="off"
              autoCapitalize="none"
              enterKeyHint="search"
              spellCheck={false}
            />
            {Object.entries<Choice | undefined>(choices).map(
              ([name, choice]) =>
                choice && <ChoiceField key={name} name={name} value={textOf(name)} {...choice} />,
            )}
            {props.days && (
              <span className="filters__days">
                {Object.entries<string | undefined>(days).map(([name, label]) => (
                  <label key={name}>
                    {label}
                    <input
                      className="input input--sm"
                      type="date"
                      name={name}
                      defaultValue={textOf(name)}
                    />
                  </label>
                ))}
              </span>
            )}
          </FilterForm>
        </Toolbar>
      )}
      {props.note}
      {rows.length === 0 ? (
        props.empty
      ) : (
        <Table
          {...{ label, busy, rows }}
          keyOf={props.keyOf}
          columns={props.columns}
          select={props.select}
        />
      )}
      {rows.length > 0 && (position || page.previous || page.next) && (
        <Pager
          from={position?.from ?? null}
          to={position?.from ? position.from + rows.length - 1 : null}
          total={position?.total.count ?? null}
          more={position?.total.more}
          labels={props.pagerLabels}
          newerTo={to(page.previous)}
          olderTo={to(page.next)}
        />
      )}
    </Card>
  );
}

function ChoiceField({
  name,
  value,
  label,
  all,
  options,
}: Choice & Record<"name" | "value", string>) {
  const isKnown = options.some(([one]) => one === value);
  return (
    <Select label={label} labelHidden size="sm" name={name} defaultValue={isKnown ? value : ""}>
      <option value="">{all}</option>
      {options.map(([one, text]) => (
        <option key={one} value={one}>
          {text}
        </option>
      ))}
    </Select>
  );
}
