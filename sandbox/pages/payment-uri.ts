import { scriptOfAddress } from "../chain/network.ts";
import { MAX_SATS } from "../chain/tx.ts";
import { RequestError } from "../errors.ts";

/** A payment request; sats is undefined for an address alone. */
type PaymentRequest = { address: string; sats?: number; label?: string };

/** Reads an address or a BIP21 `bitcoin:` link; throws RequestError if neither can be paid. */
export function readPaymentRequest(text: string): PaymentRequest {
  const trimmed = text.trim();
  if (trimmed === "") throw new RequestError("Paste an address or a bitcoin: payment link");
  const link = /^bitcoin:(?:\/\/)?([^?]*)(?:\?(.*))?$/is.exec(trimmed);
  const address = link === null ? trimmed : (link[1] ?? "");
  const query = new URLSearchParams(link?.[2] ?? "");
  // Links in QR codes are often all upper case.
  const params = new Map([...query].map(([key, value]) => [key.toLowerCase(), value]));

  scriptOfAddress(address);
  const unknown = [...params.keys()].find((key) => key.startsWith("req-"));
  if (unknown !== undefined) throw new RequestError(`The link requires "${unknown}", unknown here`);
  const amount = params.get("amount");
  const label = params.get("label") ?? params.get("message");
  return {
    address,
    ...(amount !== undefined && { sats: btcToSats(amount) }),
    ...(label !== undefined && { label }),
  };
}

/**
 * Returns the Lightning invoice of a `lightning:` link, of the parameter `lightning` of a BIP21 link, or of a text that
 * looks like one (BOLT 11), in any case; null if there is none.
 */
export function readInvoice(text: string): string | null {
  const trimmed = text.trim();
  const link = /^lightning:(?:\/\/)?(.*)$/is.exec(trimmed);
  if (link !== null) return link[1] ?? "";
  const query = /^bitcoin:[^?]*\?(.*)$/is.exec(trimmed)?.[1];
  const params = [...new URLSearchParams(query ?? "")];
  const parameter = params.find(([name]) => name.toLowerCase() === "lightning");
  if (parameter !== undefined) return parameter[1];
  return /^ln(?:bcrt|bc|tbs|tb)\d*[munp]?1[a-z0-9]+$/i.test(trimmed) ? trimmed : null;
}

/** Returns the BIP21 link for this amount. */
export function paymentUri(address: string, sats: number): string {
  return `bitcoin:${address}?amount=${satsToBtc(sats)}`;
}

/** Sats as a decimal number of bitcoin with all 8 places. */
export function satsToBtc(sats: number): string {
  const digits = String(sats).padStart(9, "0");
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`;
}

function btcToSats(btc: string): number {
  const parts = /^(\d{1,8})(?:\.(\d{0,8}))?$/.exec(btc);
  // By digits: floating point would lose a sat now and then.
  const sats = parts === null ? 0 : Number(`${parts[1]}${(parts[2] ?? "").padEnd(8, "0")}`);
  if (sats < 1 || sats > MAX_SATS) throw new RequestError(`"${btc}" is not an amount in bitcoin`);
  return sats;
}
