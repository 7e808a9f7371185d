/** Returns an amount as Core writes it: a JSON number with eight decimals. */
export function btc(sats: number): unknown {
  const text = String(sats).padStart(9, "0");
  // TypeScript's library does not know JSON.rawJSON yet.
  const { rawJSON } = JSON as unknown as { rawJSON: (json: string) => unknown };
  return rawJSON(`${text.slice(0, -8)}.${text.slice(-8)}`);
}
