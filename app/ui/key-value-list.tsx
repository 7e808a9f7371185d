import type { ReactNode } from "react";

export interface KeyValue {
  label: ReactNode;
  value: ReactNode;
  /** Monospaced, for IDs, addresses and Bitcoin amounts. */
  mono?: boolean;
  /** Styles the row as the total. */
  total?: boolean;
  /** The value in another currency. */
  about?: string | null;
}

/** A description list of labels and values. */
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
        // The rows of a list never change number or order, so the index is a stable key.
        <div key={index} className={row.total ? "kv__row kv__row--total" : "kv__row"}>
          <dt>{row.label}</dt>
          <dd className={row.mono ? "mono" : undefined}>
            {row.value}
            {row.about && (
              <>
                {" "}
                <span className="approx">{row.about}</span>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** From so many characters on, a name is set in smaller type. */
const LONG = 22;

/** A username or email address: on one line where it fits, else in two at its @, and never broken inside a word. */
export function Identity({ text }: { text: string }) {
  const parts = text.split(/(?<=.)(?=@)/);
  return (
    <bdi translate="no" className={text.length > LONG ? "identity identity--long" : "identity"}>
      {parts.map((part) => (
        <span key={part}>{part}</span>
      ))}
    </bdi>
  );
}
