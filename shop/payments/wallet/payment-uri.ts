import { formatBtc } from "#lib/money.ts";

/**
 * A payment URI (BIP 21): `bitcoin:<address>?amount=<BTC>&label=<text>`, the amount decimal and
 * without exponent, made from integer satoshis.
 */
export function paymentUri(address: string, sats: number, label: string): string {
  return `bitcoin:${address}?amount=${formatBtc(sats)}&label=${encodeURIComponent(label)}`;
}
