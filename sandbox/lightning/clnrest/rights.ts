import type { Restriction } from "./rune.ts";

const allow = (...methods: string[]): Restriction => methods.map((method) => `method=${method}`);

/** The restrictions of the node's runes, as `lightning-cli createrune restrictions=…` takes them. */
export const runeRestrictions = {
  unrestricted: [],
  /** What a shop calls, and nothing else. */
  shop: [
    allow("invoice", "listinvoices", "waitanyinvoice", "delinvoice", "getinfo", "listpeerchannels"),
  ],
  /** Without the methods that describe the node. */
  invoices: [allow("invoice", "listinvoices", "waitanyinvoice")],
} as const satisfies Record<string, readonly Restriction[]>;

export type RuneName = keyof typeof runeRestrictions;

/** Whether restrictions of the form above permit a method. */
export function permitsMethod(restrictions: readonly Restriction[], method: string): boolean {
  return restrictions.every((alternatives) => alternatives.includes(`method=${method}`));
}
