import { type Column, Table } from "#app/ui/table.tsx";
import { Time } from "#app/ui/time.tsx";
import { formatUsd } from "#lib/money.ts";

export interface PriceSourcesProps {
  /** US cents per bitcoin; null when no source has a usable price. */
  rateCents: number | null;
  sources: readonly {
    name: string;
    rateCents: number | null;
    at: Date | null;
    counts: boolean;
    problem: string | null;
  }[];
}

/** The price sources and the state of each. */
export function PriceSources({ rateCents, sources }: PriceSourcesProps) {
  return (
    <section className="setting-group" id="price-sources" aria-labelledby="price-sources-title">
      <div>
        <h2 id="price-sources-title">Bitcoin price</h2>
        <p>
          The shop uses the median of these sources:{" "}
          <b>{rateCents === null ? "none at the moment" : formatUsd(rateCents)}</b>. The
          configuration sets which are used.
        </p>
      </div>
      <div className="card">
        <Table label="Price sources" rows={sources} keyOf={({ name }) => name} columns={columns} />
      </div>
    </section>
  );
}

const columns: Column<PriceSourcesProps["sources"][number]>[] = [
  { head: "Source", phone: "top", cell: ({ name }) => name },
  {
    head: "Price",
    end: true,
    phone: "top-end",
    cell: ({ rateCents }) => (rateCents === null ? "—" : formatUsd(rateCents)),
  },
  {
    head: "When",
    muted: true,
    cell: ({ at }) => (at ? <Time value={at} format="time" /> : "Never"),
  },
  {
    head: "State",
    cell: ({ counts, problem }) => (
      <>
        {counts ? "Counts" : "Does not count"}
        {problem && `. ${problem}.`}
      </>
    ),
  },
];
