/** Why the credit of an account changed; `owed` pays a deduction for which there was too little credit. */
export type CreditKind =
  | "referral"
  | "points"
  | "refund"
  | "gift-code"
  | "bought"
  | "spent"
  | "returned"
  | "adjusted"
  | "owed";

/** The credit of an account, in cents. Never negative; while something is owed, nothing can be spent. */
export interface Balance {
  cents: number;
  /** What is deducted from the next credit. */
  owedCents: number;
}

/** A change of both; a balance is the sum of its changes. */
export interface Change {
  kind: CreditKind;
  cents: number;
  owedCents: number;
}

export const NO_CREDIT: Balance = { cents: 0, owedCents: 0 };

/** Returns the changes that add cents: what is owed is deducted at once. */
export function changesOfAdding({ owedCents }: Balance, kind: CreditKind, cents: number): Change[] {
  const paid = Math.min(owedCents, cents);
  const added: Change = { kind, cents, owedCents: 0 };
  return paid === 0 ? [added] : [added, { kind: "owed", cents: -paid, owedCents: -paid }];
}

/** Returns the change that spends cents; null with less credit than that. */
export function changeOfSpending(balance: Balance, kind: CreditKind, cents: number): Change | null {
  return balance.cents < cents ? null : { kind, cents: -cents, owedCents: 0 };
}

/** Returns the change that takes cents back: as much as there is; the rest is owed. */
export function changeOfTakingBack(balance: Balance, kind: CreditKind, cents: number): Change {
  const taken = Math.min(balance.cents, cents);
  return { kind, cents: 0 - taken, owedCents: cents - taken };
}

/** Returns the balance after these changes. */
export function balanceAfter(balance: Balance, changes: readonly Change[]): Balance {
  return {
    cents: changes.reduce((sum, change) => sum + change.cents, balance.cents),
    owedCents: changes.reduce((sum, change) => sum + change.owedCents, balance.owedCents),
  };
}

/** An entry of the history, for the account and for administrators. */
export interface CreditEntry {
  kind: CreditKind;
  cents: number;
  owedCents: number;
  orderId: string | null;
  /** What the administrator who adjusted the credit wrote to the customer. */
  note: string | null;
  at: Date;
}

/** The credit card of My Orders. */
export interface CreditView extends Balance {
  /** Newest first. */
  entries: CreditEntry[];
}

/** The most that one entry by an administrator or one gift code can be worth, in cents. */
export const MOST_CREDIT_CENTS = 1_000_000;

/** The maximum length of the note of an adjustment, in characters. */
export const CREDIT_NOTE_MAX = 300;
