import type { Permissions } from "./macaroon.ts";

const ALL = ["read", "write"];

/** The permissions of LND's own macaroons (lightningnetwork/lnd: rpcserver.go), and of one for a shop. */
export const macaroonRights = {
  admin: {
    address: ALL,
    info: ALL,
    invoices: ALL,
    macaroon: ["generate", "read", "write"],
    message: ALL,
    offchain: ALL,
    onchain: ALL,
    peers: ALL,
    signer: ["generate", "read"],
  },
  invoice: { address: ALL, invoices: ALL, onchain: ["read"] },
  /** As from `lncli bakemacaroon uri:… uri:…`: what a shop calls, and nothing else. */
  shop: {
    uri: [
      "/lnrpc.Lightning/AddInvoice",
      "/lnrpc.Lightning/LookupInvoice",
      "/lnrpc.Lightning/SubscribeInvoices",
      "/lnrpc.Lightning/GetInfo",
      "/lnrpc.Lightning/ListChannels",
    ],
  },
} as const satisfies Record<string, Permissions>;

export type MacaroonName = keyof typeof macaroonRights;
