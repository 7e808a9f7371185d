import { formatBtc } from "#lib/money.ts";

/** An amount and its unit, which no line break parts. */
export function Btc({ sats }: { sats: number }) {
  return <span className="mono review__btc">{formatBtc(sats)}&nbsp;BTC</span>;
}
