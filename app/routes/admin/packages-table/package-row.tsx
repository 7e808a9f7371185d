import { goodsText } from "#shop/catalog/goods.ts";
import { href, Link } from "react-router";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Field } from "#app/ui/field.tsx";
import { TwoLines } from "#app/ui/table.tsx";
import { formatUsd, parsePrice } from "#lib/money.ts";
import type { AdminPackage } from "#shop/catalog/package.ts";
import {
  perCoinText,
  type RowErrors,
  type RowField,
  rowFields,
  type SubmittedRow,
} from "#shop/catalog/package-rows.ts";
import { saleState } from "../packages/sale-state.ts";

export interface PackageRowProps {
  pkg: AdminPackage;
  /** What stands in its fields. */
  row: SubmittedRow;
  errors: RowErrors[string] | undefined;
  today: string;
}

/** A package in the table: its fields, and what follows from them. */
export function PackageRow({ pkg, row, errors, today }: PackageRowProps) {
  const { id, typed, was } = row;
  const name = goodsText(pkg);
  const price = centsOf(typed.price);
  const cost = centsOf(typed.cost);
  const field = (of: RowField, label: string) => ({
    name: `${of}:${id}`,
    label: `${label}, ${name}`,
    labelHidden: true,
    defaultValue: typed[of],
    error: errors?.[of],
    autoComplete: "off",
  });
  const box = (of: "onSale" | "soldOut", label: string) => (
    <Checkbox
      name={`${of}:${id}`}
      label={<span className="sr">{`${label}, ${name}`}</span>}
      defaultChecked={typed[of] === "on"}
      error={errors?.[of]}
    />
  );
  const state = saleState(pkg, today);
  return (
    <tr>
      <th scope="row">
        <input type="hidden" name="id" value={id} />
        {rowFields.map((of) => (
          <input key={of} type="hidden" name={`was-${of}:${id}`} value={was[of]} />
        ))}
        <TwoLines
          under={[pkg.placement === "promotion" && "Promotion", state].filter(Boolean).join(", ")}
        >
          <Link className="link" to={`${href("/admin/packages")}?edit=${id}`}>
            {name}
          </Link>
        </TwoLines>
      </th>
      <td data-head="Price ($)">
        <Field {...field("price", "Price in dollars")} inputMode="decimal" />
        {typed.price !== was.price && (
          <span className="pkg-table__old">
            <s>{was.price}</s> → <b>{price === null ? typed.price : formatUsd(price)}</b>
          </span>
        )}
      </td>
      <td data-head="Per coin" className="num">
        {price === null || pkg.kind ? "—" : perCoinText(price, pkg.coins)}
      </td>
      <td data-head="Cost ($)">
        <Field {...field("cost", "Cost in dollars")} inputMode="decimal" />
      </td>
      <td data-head="Margin" className="num">
        {price === null || cost === null ? "—" : marginText(price, cost)}
      </td>
      <td data-head="On sale">{box("onSale", "On sale")}</td>
      <td data-head="Sold out">{box("soldOut", "Sold out")}</td>
      <td data-head="First day">
        <Field {...field("validFrom", "First day on sale")} type="date" />
      </td>
      <td data-head="Last day">
        <Field {...field("validUntil", "Last day on sale")} type="date" />
      </td>
    </tr>
  );
}

/** Returns the cents of a typed amount, or null. */
function centsOf(text: string): number | null {
  const cents = parsePrice(text);
  return cents.ok ? cents.value : null;
}

/** Returns what remains of a price, and its share of it: `$5.00 · 33%`. */
function marginText(price: number, cost: number): string {
  const share = price > 0 ? ` · ${Math.round(((price - cost) / price) * 100)}%` : "";
  return `${formatUsd(price - cost)}${share}`;
}
