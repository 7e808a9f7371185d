import type { MouseEvent, ReactNode } from "react";
import { Link } from "react-router";
import { Icon } from "./icon.tsx";

export interface TableProps {
  /** Names the table for screen readers. */
  label: string;
  /** A `<TableHead>` and a `<tbody>` of `<Row>`s. */
  children: ReactNode;
  /** Waits for other rows: the ones shown are no longer what was asked for. */
  busy?: boolean;
}

/** Rows of one kind. On phones each row becomes a small card of two columns. */
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

/** Its children are `<Column>`s and, first, a `<SelectAll>`. */
export function TableHead({ children }: { children: ReactNode }) {
  return (
    <thead>
      <tr>{children}</tr>
    </thead>
  );
}

export interface ColumnProps {
  children: ReactNode;
  /** Figures stand at the end. */
  end?: boolean;
  /** Only where there is room; its cells, too. */
  wideOnly?: boolean;
  /** The head is read, not seen. */
  unseen?: boolean;
  /** Makes the head a link: where the order is the other way round, and which way it is now. */
  sort?: { to: string; direction: "ascending" | "descending" | null };
}

export function Column({ children, end, wideOnly, unseen, sort }: ColumnProps) {
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
        <span className={unseen ? "sr" : undefined}>{children}</span>
      )}
    </th>
  );
}

export interface RowProps {
  children: ReactNode;
  /** Ticked. */
  selected?: boolean;
}

/** A press anywhere in it follows its `<RowLink>`, if it has one. */
export function Row({ children, selected }: RowProps) {
  return (
    // The link is what the keyboard uses; this only makes a larger target of it.
    <tr className={selected ? "is-selected" : undefined} onClick={followRowLink}>
      {children}
    </tr>
  );
}

function followRowLink(event: MouseEvent<HTMLTableRowElement>): void {
  const target = event.target as Element;
  if (target.closest("a, button, input, label, select, summary, dialog")) return;
  // Whoever marks text to copy it does not want to leave.
  if (getSelection()?.toString()) return;
  const link = event.currentTarget.querySelector<HTMLElement>(".row-link");
  // So that a drawer gives the focus back to the row.
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
  /** What it opens is open now. */
  current?: boolean;
}

/** Opens what the row is about. Opening a drawer leaves the list where it was scrolled to. */
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
  /** For what is compared character by character. */
  mono?: boolean;
  /** The place in the two columns of a phone; without one, a line of its own. */
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

/** Two lines of a cell: what it is, and smaller what belongs to it. */
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
