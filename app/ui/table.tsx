import type { MouseEvent, ReactNode } from "react";
import { Link } from "react-router";
import { Icon } from "./icon.tsx";
import { SelectAll, SelectCell, type SelectProps } from "./selection.tsx";

/** A column of a table: its head and the cell of each row. */
export interface Column<Item> {
  head: string;
  cell: (item: Item) => ReactNode;
  /** Aligns to the end, for numbers. */
  end?: boolean;
  /** Shown on wide screens only. */
  wideOnly?: boolean;
  /** Hides the head from sight and keeps it for screen readers. */
  headHidden?: boolean;
  /** Makes the head a link to the reversed order; `direction` is the current one. */
  sort?: { to: string; direction: "ascending" | "descending" | null };
  muted?: boolean | ((item: Item) => boolean);
  /** Monospaced, for values that are compared character by character. */
  mono?: boolean;
  /** The cell's place in the two-column card on phones; a full line unless given. */
  phone?: PhonePlace | ((item: Item) => PhonePlace);
}

type PhonePlace = "top" | "top-end" | "middle" | "middle-end" | "bottom" | "bottom-end" | "hidden";

export interface TableProps<Item> {
  /** The caption, for screen readers. */
  label: string;
  columns: readonly Column<Item>[];
  rows: readonly Item[];
  keyOf: (item: Item) => string | number;
  /** New rows are loading; the ones shown belong to the previous query. */
  busy?: boolean;
  /** Adds a column of checkboxes; the key of a row is its id. */
  select?: SelectProps;
}

/**
 * A data table. On phones each row becomes a small card of two columns. A click anywhere in a row follows its
 * `<RowLink>`, if it has one.
 */
export function Table<Item>({ label, columns, rows, keyOf, busy, select }: TableProps<Item>) {
  return (
    <div className="table-wrap">
      <table className="table" aria-busy={busy || undefined}>
        <caption className="sr">{label}</caption>
        <thead>
          <tr>
            {select && <SelectAll {...select} />}
            {columns.map((column) => (
              <Head key={column.head} {...column} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((item) => {
            const key = keyOf(item);
            const selected = select?.selection.has(String(key));
            return (
              // Keyboard users have the link; the handler only enlarges its target.
              <tr
                key={key}
                className={selected ? "is-selected" : undefined}
                onClick={followRowLink}
              >
                {select && <SelectCell {...select} id={String(key)} />}
                {columns.map((column) => (
                  <Cell key={column.head} column={column} item={item} />
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function Head<Item>({ head, end, wideOnly, headHidden, sort }: Column<Item>) {
  return (
    <th
      scope="col"
      className={classes(end && "cell--end", wideOnly && "cell--wide-only")}
      aria-sort={sort?.direction ?? undefined}
    >
      {sort ? (
        <Link className="table__sort" to={sort.to} preventScrollReset>
          {head}
          <Icon name="chevron" size="sm" />
        </Link>
      ) : (
        <span className={headHidden ? "sr" : undefined}>{head}</span>
      )}
    </th>
  );
}

function Cell<Item>({ column, item }: { column: Column<Item>; item: Item }) {
  const { cell, end, wideOnly, mono } = column;
  const muted = typeof column.muted === "function" ? column.muted(item) : column.muted;
  const phone = typeof column.phone === "function" ? column.phone(item) : column.phone;
  return (
    <td
      className={classes(
        end && "cell--end",
        wideOnly && "cell--wide-only",
        muted && "muted",
        mono && "cell--mono",
        phone && `phone--${phone}`,
      )}
    >
      {cell(item)}
    </td>
  );
}

function followRowLink(event: MouseEvent<HTMLTableRowElement>): void {
  const target = event.target as Element;
  if (target.closest("a, button, input, label, select, summary, dialog")) return;
  // Selecting text ends with a click, too.
  if (getSelection()?.toString()) return;
  const link = event.currentTarget.querySelector<HTMLElement>(".row-link");
  // A drawer returns the focus to this link when it closes.
  link?.focus({ preventScroll: true });
  const { ctrlKey, metaKey, shiftKey } = event;
  const keys = { ctrlKey, metaKey, shiftKey };
  link?.dispatchEvent(
    new globalThis.MouseEvent("click", { bubbles: true, cancelable: true, ...keys }),
  );
}

export interface RowLinkProps {
  to: string;
  children: ReactNode;
  /** Its target is open. */
  current?: boolean;
}

/** The link of a row. Keeps the scroll position, because it usually opens a drawer over the list. */
export function RowLink({ to, children, current }: RowLinkProps) {
  return (
    <Link className="row-link" to={to} preventScrollReset aria-current={current || undefined}>
      {children}
    </Link>
  );
}

/** The content of a cell with a smaller second line. */
export function TwoLines({ children, under }: { children: ReactNode; under: ReactNode }) {
  return (
    <span className="two">
      <span>{children}</span>
      <span className="two__under">{under}</span>
    </span>
  );
}

/** Small buttons at the end of a row. */
export function RowActions({ children }: { children: ReactNode }) {
  return <span className="row-actions">{children}</span>;
}

function classes(...names: (string | false | undefined)[]): string | undefined {
  return names.filter(Boolean).join(" ") || undefined;
}
