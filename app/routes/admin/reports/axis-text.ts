/** Cents as short as the mark of an axis has to be: "$500", "$12.5k", "$2M". */
export function axisText(cents: number): string {
  const dollars = cents / 100;
  if (dollars >= 1_000_000) return `$${short(dollars / 1_000_000)}M`;
  if (dollars >= 10_000) return `$${short(dollars / 1000)}k`;
  if (Number.isInteger(dollars)) return `$${dollars.toLocaleString("en-US")}`;
  return `$${dollars.toFixed(2)}`;
}

function short(value: number): string {
  return String(Math.round(value * 10) / 10);
}
