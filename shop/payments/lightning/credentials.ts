import { type Result, ok } from "#lib/result.ts";
import { macaroonRights } from "./macaroon.ts";
import { type RuneAlternative, runeRestrictions } from "./rune.ts";

/**
 * LND's rights that cannot move money, beside those to read (lightningnetwork/lnd: rpcserver.go, `MainRPCServerPermissions`).
 * `macaroon:generate` could make a macaroon that pays, and `signer:generate` a signature.
 */
const HARMLESS_RIGHTS = ["invoices:write", "address:write", "message:write", "peers:write"];
const READABLE = [
  "info",
  "invoices",
  "address",
  "offchain",
  "onchain",
  "message",
  "peers",
  "macaroon",
  "signer",
];
/** Methods that a macaroon for single ones may name. */
const HARMLESS_URIS = [
  "/lnrpc.Lightning/AddInvoice",
  "/lnrpc.Lightning/LookupInvoice",
  "/lnrpc.Lightning/ListInvoices",
  "/lnrpc.Lightning/SubscribeInvoices",
  "/lnrpc.Lightning/DecodePayReq",
  "/lnrpc.Lightning/GetInfo",
  "/lnrpc.Lightning/ChannelBalance",
  "/lnrpc.Lightning/ListChannels",
  "/invoicesrpc.Invoices/LookupInvoiceV2",
  "/invoicesrpc.Invoices/SubscribeSingleInvoice",
  "/invoicesrpc.Invoices/CancelInvoice",
  "/verrpc.Versioner/GetVersion",
];

/** Core Lightning's methods that cannot move money, and the beginnings of others that cannot. */
const HARMLESS_METHODS = ["invoice", "delinvoice", "decode"];
const HARMLESS_BEGINNINGS = ["list", "get", "wait"];

/**
 * Returns the rights of a macaroon (in hex) with which money could leave the node; empty when there are none. The error
 * is for rights that cannot be read.
 */
export function spendingRightsOfMacaroon(hex: string): Result<string[], string> {
  const rights = macaroonRights(Buffer.from(hex, "hex"));
  return rights.ok ? ok(rights.value.filter((right) => !isHarmlessRight(right))) : rights;
}

function isHarmlessRight(right: string): boolean {
  const [entity = "", action = ""] = right.split(":");
  if (entity === "uri") return HARMLESS_URIS.includes(action);
  return HARMLESS_RIGHTS.includes(right) || (action === "read" && READABLE.includes(entity));
}

/**
 * Returns whether money could leave the node with a rune: unless one of its restrictions allows nothing but methods
 * that are known to be harmless. The error is for a rune that cannot be read.
 */
export function runeCanSpend(rune: string): Result<boolean, string> {
  const restrictions = runeRestrictions(rune);
  if (!restrictions.ok) return restrictions;
  return ok(!restrictions.value.some((alternatives) => alternatives.every(isHarmlessMethod)));
}

function isHarmlessMethod({ field, condition, value }: RuneAlternative): boolean {
  if (field !== "method") return false;
  if (condition === "=") return isHarmlessName(value);
  return condition === "^" && HARMLESS_BEGINNINGS.some((beginning) => value.startsWith(beginning));
}

function isHarmlessName(method: string): boolean {
  return (
    HARMLESS_METHODS.includes(method) ||
    HARMLESS_BEGINNINGS.some((beginning) => method.startsWith(beginning))
  );
}
