import { useState } from "react";

export interface Selection {
  /** Those ticked, of the rows that are shown. */
  ids: readonly string[];
  has: (id: string) => boolean;
  toggle: (id: string) => void;
  /** All shown, or none when all were. */
  toggleAll: () => void;
  clear: () => void;
  all: boolean;
}

/** Which rows are ticked. Rows that are no longer shown are forgotten. */
export function useSelection(shown: readonly string[]): Selection {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const ids = shown.filter((id) => ticked.has(id));
  const all = shown.length > 0 && ids.length === shown.length;
  return {
    ids,
    all,
    has: (id) => ticked.has(id),
    // Of what is ticked by then: several can be ticked before the next drawing.
    toggle: (id) =>
      setTicked((before) => {
        const next = new Set(shown.filter((one) => before.has(one)));
        if (!next.delete(id)) next.add(id);
        return next;
      }),
    toggleAll: () => setTicked(new Set(all ? [] : shown)),
    clear: () => setTicked(new Set()),
  };
}

/** The first head of a table whose rows can be ticked. */
export function SelectAll({ selection, label }: { selection: Selection; label: string }) {
  return (
    <th scope="col" className="cell--pick">
      <label className="check pick needs-script">
        <input
          type="checkbox"
          aria-label={label}
          checked={selection.all}
          ref={(box) => {
            if (box) box.indeterminate = selection.ids.length > 0 && !selection.all;
          }}
          onChange={selection.toggleAll}
        />
      </label>
    </th>
  );
}

export interface SelectCellProps {
  selection: Selection;
  id: string;
  /** "Select order 7KQ2M9X". */
  label: string;
  /** The form that gets the ids of the ticked rows, as `ids`. Rows can then be ticked without a script, too. */
  form?: string;
}

/** The first cell of a row that can be ticked. */
export function SelectCell({ selection, id, label, form }: SelectCellProps) {
  return (
    <td className="cell--pick">
      <label className={form ? "check pick" : "check pick needs-script"}>
        <input
          type="checkbox"
          aria-label={label}
          {...(form && { name: "ids", value: id, form })}
          checked={selection.has(id)}
          onChange={() => selection.toggle(id)}
        />
      </label>
    </td>
  );
}
