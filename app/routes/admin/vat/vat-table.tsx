import { type Column, Table } from "#app/ui/table.tsx";
import { formatCount, formatUsd } from "#lib/money.ts";
import { rateText } from "#lib/vat.ts";
import { type NamedVatSum, totalVat } from "#shop/reports/vat.ts";

/** A row: a country at a rate, or the total. */
interface Row {
  key: string;
  name: string;
  rate: string;
  orders: number;
  grossCents: number;
  vatCents: number;
}

const columns: Column<Row>[] = [
  { head: "Country", phone: "top", cell: ({ name }) => name },
  { head: "Rate", end: true, phone: "top-end", cell: ({ rate }) => rate },
  {
    head: "Orders",
    end: true,
    muted: true,
    phone: "middle",
    cell: ({ orders }) => (
      <>
        {formatCount(orders)}
        <span className="vat__unit"> {orders === 1 ? "order" : "orders"}</span>
      </>
    ),
  },
  {
    head: "Net",
    end: true,
    phone: "middle-end",
    cell: ({ grossCents, vatCents }) => (
      <>
        <span className="vat__unit">Net </span>
        {formatUsd(grossCents - vatCents)}
      </>
    ),
  },
  {
    head: "VAT",
    end: true,
    phone: "bottom",
    cell: ({ vatCents }) => (
      <strong>
        <span className="vat__unit">VAT </span>
        {formatUsd(vatCents)}
      </strong>
    ),
  },
  {
    head: "Gross",
    end: true,
    phone: "bottom-end",
    cell: ({ grossCents }) => (
      <>
        <span className="vat__unit">Gross </span>
        {formatUsd(grossCents)}
      </>
    ),
  },
];

/** The VAT of a quarter: a row for each country and rate, and one for all. */
export function VatTable({ label, sums }: { label: string; sums: readonly NamedVatSum[] }) {
  const rows = sums.map(({ country, countryName, vatBasisPoints, ...sum }) => ({
    ...sum,
    key: `${country} ${vatBasisPoints}`,
    name: countryName,
    rate: `${rateText(vatBasisPoints)}%`,
  }));
  const total = { key: "total", name: "Total", rate: "", ...totalVat(sums) };
  return (
    <Table
      label={label}
      columns={columns}
      rows={rows.length > 1 ? [...rows, total] : rows}
      keyOf={({ key }) => key}
    />
  );
}
