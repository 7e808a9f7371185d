import { formatBtc } from "#lib/money.ts";

/**
 * Returns a payment URI (BIP 21): `bitcoin:<address>?amount=<BTC>&label=<text>`. The amount is formatted from integer
 * satoshis, decimal and without exponent.
 */
export function paymentUri(address: string, sats: number, label: string): string {
  return `bitcoin:${address}?amount=${formatBtc(sats)}&label=${encodeURIComponent(label)}`;
}
