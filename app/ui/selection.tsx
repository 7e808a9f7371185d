import { useState } from "react";

export interface Selection {
  /** The selected ids among the visible rows. */
  ids: readonly string[];
  has: (id: string) => boolean;
  toggle: (id: string) => void;
  /** Selects all visible rows, or none when all are selected. */
  toggleAll: () => void;
  clear: () => void;
  all: boolean;
}

/** Tracks the selected rows of a table. Rows that are no longer visible are deselected. */
export function useSelection(visible: readonly string[]): Selection {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const ids = visible.filter((id) => selected.has(id));
  const all = visible.length > 0 && ids.length === visible.length;
  return {
    ids,
    all,
    has: (id) => selected.has(id),
    // The updater form, because several rows can be toggled before the next render.
    toggle: (id) =>
      setSelected((before) => {
        const next = new Set(visible.filter((one) => before.has(one)));
        if (!next.delete(id)) next.add(id);
        return next;
      }),
    toggleAll: () => setSelected(new Set(all ? [] : visible)),
    clear: () => setSelected(new Set()),
  };
}

export interface SelectProps {
  selection: Selection;
  /** "Select all orders on this page". */
  labelOfAll: string;
  /** "Select order 7KQ2M9X". */
  labelOf: (id: string) => string;
  /** The form that submits the selected ids as `ids`. Rows can be selected without JavaScript, too. */
  form: string;
}

/** The header cell that selects all rows. */
export function SelectAll({ selection, labelOfAll }: SelectProps) {
  return (
    <th scope="col" className="cell--pick">
      <label className="check pick needs-script">
        <input
          type="checkbox"
          aria-label={labelOfAll}
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

/** The cell with the checkbox that selects its row. */
export function SelectCell({ selection, labelOf, form, id }: SelectProps & { id: string }) {
  return (
    <td className="cell--pick">
      <label className="check pick">
        <input
          type="checkbox"
          aria-label={labelOf(id)}
          name="ids"
          value={id}
          form={form}
          checked={selection.has(id)}
          onChange={() => selection.toggle(id)}
        />
      </label>
    </td>
  );
}
