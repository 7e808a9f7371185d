import type { ReactNode } from "react";

export interface KeyValue {
  label: ReactNode;
  value: ReactNode;
  /** For IDs, addresses and amounts of Bitcoin. */
  mono?: boolean;
  /** The line the others add up to. */
  total?: boolean;
}

/** Facts as pairs of label and value. */
export function KeyValueList({
  rows,
  className,
}: {
  rows: readonly KeyValue[];
  className?: string;
}) {
  return (
    <dl className={className ? `kv ${className}` : "kv"}>
      {rows.map((row, index) => (
        // The rows of one list are fixed in number and order.
        <div key={index} className={row.total ? "kv__row kv__row--total" : "kv__row"}>
          <dt>{row.label}</dt>
          <dd className={row.mono ? "mono" : undefined}>{row.value}</dd>
        </div>
      ))}
    </dl>
  );
}
