import type { MouseEvent, ReactNode } from "react";
import { Link } from "react-router";
import { Icon } from "./icon.tsx";

export interface TableProps {
  /** The caption, for screen readers. */
  label: string;
  /** A `<TableHead>` and a `<tbody>` of `<Row>`s. */
  children: ReactNode;
  /** New rows are loading; the ones shown belong to the previous query. */
  busy?: boolean;
}

/** A data table. On phones each row becomes a small card of two columns. */
export function Table({ label, children, busy }: TableProps) {
  return (
    <div className="table-wrap">
      <table className="table" aria-busy={busy || undefined}>
        <caption className="sr">{label}</caption>
        {children}
      </table>
    </div>
  );
}

/** The header row. Its children are `<Column>`s, after an optional `<SelectAll>`. */
export function TableHead({ children }: { children: ReactNode }) {
  return (
    <thead>
      <tr>{children}</tr>
    </thead>
  );
}

export interface ColumnProps {
  children: ReactNode;
  /** Aligns to the end, for numbers. */
  end?: boolean;
  /** Shown on wide screens only; set it on the column's cells, too. */
  wideOnly?: boolean;
  /** Hides the header from sight and keeps it for screen readers. */
  labelHidden?: boolean;
  /** Makes the header a link to the reversed order; `direction` is the current one. */
  sort?: { to: string; direction: "ascending" | "descending" | null };
}

export function Column({ children, end, wideOnly, labelHidden, sort }: ColumnProps) {
  return (
    <th
      scope="col"
      className={classes(end && "cell--end", wideOnly && "cell--wide-only")}
      aria-sort={sort?.direction ?? undefined}
    >
      {sort ? (
        <Link className="table__sort" to={sort.to} preventScrollReset>
          {children}
          <Icon name="chevron" size="sm" />
        </Link>
      ) : (
        <span className={labelHidden ? "sr" : undefined}>{children}</span>
      )}
    </th>
  );
}

export interface RowProps {
  children: ReactNode;
  selected?: boolean;
}

/** A table row. A click anywhere in it follows its `<RowLink>`, if it has one. */
export function Row({ children, selected }: RowProps) {
  return (
    // Keyboard users have the link; the handler only enlarges its target.
    <tr className={selected ? "is-selected" : undefined} onClick={followRowLink}>
      {children}
    </tr>
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

export interface CellProps {
  children?: ReactNode;
  end?: boolean;
  wideOnly?: boolean;
  muted?: boolean;
  /** Monospaced, for values that are compared character by character. */
  mono?: boolean;
  /** The cell's place in the two-column card on phones; a full line unless given. */
  phone?: "top" | "top-end" | "middle" | "middle-end" | "bottom" | "bottom-end" | "hidden";
}

export function Cell({ children, end, wideOnly, muted, mono, phone }: CellProps) {
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
      {children}
    </td>
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
