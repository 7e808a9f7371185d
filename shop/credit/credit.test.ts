import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../tests/runs.ts";
import {
  type Balance,
  balanceAfter,
  type Change,
  changeOfSpending,
  changeOfTakingBack,
  changesOfAdding,
  NO_CREDIT,
} from "./credit.ts";

const step = fc.record({
  act: fc.constantFrom("add", "spend", "take back"),
  cents: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 1_000_000 })),
});

test("after any story the balance is the sum of its changes, never below zero, and nothing is lost", () => {
  let owing = 0;
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 40 }), (story) => {
      let balance: Balance = NO_CREDIT;
      const all: Change[] = [];
      let net = 0;
      for (const { act, cents } of story) {
        const before = balance;
        const changes = changesOf(balance, act, cents);
        if (act === "spend" && changes.length === 0) expect(before.cents).toBeLessThan(cents);
        else net += act === "add" ? cents : -cents;
        all.push(...changes);
        balance = balanceAfter(balance, changes);
        expect(balance.cents).toBeGreaterThanOrEqual(0);
        expect(balance.owedCents).toBeGreaterThanOrEqual(0);
        // What is owed is paid before anything can be spent.
        expect(Math.min(balance.cents, balance.owedCents)).toBe(0);
        expect(balance.cents - balance.owedCents).toBe(net);
      }
      expect(balanceAfter(NO_CREDIT, all)).toEqual(balance);
      if (all.some(({ kind }) => kind === "owed")) owing += 1;
    }),
    { numRuns: runs(5000) },
  );
  expect(owing).toBeGreaterThan(runs(5000) / 20);
});

function changesOf(balance: Balance, act: string, cents: number): Change[] {
  if (act === "add") return changesOfAdding(balance, "gift-code", cents);
  if (act === "take back") return [changeOfTakingBack(balance, "referral", cents)];
  const spent = changeOfSpending(balance, "spent", cents);
  return spent ? [spent] : [];
}

test("what was owed is paid by the next credit, and shows in its own change", () => {
  const owing = balanceAfter({ cents: 200, owedCents: 0 }, [
    changeOfTakingBack({ cents: 200, owedCents: 0 }, "referral", 500),
  ]);
  expect(owing).toEqual({ cents: 0, owedCents: 300 });
  expect(changeOfSpending(owing, "spent", 1)).toBeNull();
  expect(changesOfAdding(owing, "gift-code", 1000)).toEqual([
    { kind: "gift-code", cents: 1000, owedCents: 0 },
    { kind: "owed", cents: -300, owedCents: -300 },
  ]);
});
