import fc from "fast-check";
import { expect, test } from "vitest";
import { ORDER_ID_ALPHABET, ORDER_ID_LENGTH } from "#shop/orders/order.ts";
import {
  type Income,
  type OrderToPay,
  possibleIds,
  proposalFor,
  normalizeSimilar,
} from "./matching.ts";

const income = (values: Partial<Income> = {}): Income => ({
  reference: "NTRF-1",
  cents: 1499,
  currency: "USD",
  bookedOn: "2026-11-20",
  payer: "Mira Holt",
  purpose: "order 7kq 2m9x",
  doubt: null,
  evidence: "account in USD",
  ...values,
});
const order = (values: Partial<OrderToPay> = {}): OrderToPay => ({
  id: "7KQ2M9X",
  totalCents: 1499,
  tiktokUsername: "mira.holt",
  email: "mira@example.com",
  name: null,
  createdAt: new Date("2026-11-19T08:00:00Z"),
  isPayable: true,
  ...values,
});
const none = { named: [], alike: [], sameAmount: [] };

test("an id is found with any characters in and around it", () => {
  const id = fc.string({
    unit: fc.constantFrom(...ORDER_ID_ALPHABET.split("")),
    minLength: ORDER_ID_LENGTH,
    maxLength: ORDER_ID_LENGTH,
  });
  const gap = fc.stringMatching(/^[ .,:/-]{0,2}$/);
  const words = fc.string({ maxLength: 40 });
  fc.assert(
    fc.property(id, gap, words, words, fc.nat(6), (id, gap, before, after, at) => {
      const written = id.slice(0, at) + gap + id.slice(at);
      expect(possibleIds(`${before} ${written.toLowerCase()} ${after}`)).toContain(id);
    }),
  );
});

test("a proposal is certain if the order is named, unpaid, and costs exactly this amount", () => {
  const named = [order()];
  expect(proposalFor(income(), { ...none, named })).toMatchObject({
    orderId: "7KQ2M9X",
    named: "exactly",
    certain: true,
  });
  const uncertain = (income: Income, order: OrderToPay) =>
    expect(proposalFor(income, { ...none, named: [order] })).toMatchObject({ certain: false });
  uncertain(income({ cents: 1498 }), order());
  uncertain(income({ currency: "EUR" }), order());
  uncertain(income({ doubt: "its state is not known" }), order());
  uncertain(income({ evidence: null }), order());
  uncertain(income(), order({ isPayable: false }));
});

test("of two named orders the unpaid one is proposed, of two unpaid ones neither", () => {
  const paid = order({ id: "PAID001", isPayable: false });
  expect(proposalFor(income(), { ...none, named: [paid, order()] })?.orderId).toBe("7KQ2M9X");
  const two = [order(), order({ id: "SECOND2" })];
  expect(proposalFor(income(), { ...none, named: two })).toBeNull();
});

test("confused characters are tolerated if only one order fits", () => {
  expect(normalizeSimilar("7OQI")).toBe("70Q1");
  const alike = [order({ id: "7K02M91" })];
  expect(proposalFor(income(), { ...none, alike })).toMatchObject({
    named: "alike",
    certain: true,
  });
  const both = [order({ id: "7K02M91" }), order({ id: "7KO2M9I" })];
  expect(proposalFor(income(), { ...none, alike: both })).toBeNull();
});

test("without an id, amount and payer lead to an uncertain proposal", () => {
  const sameAmount = [order(), order({ id: "OTHER22", tiktokUsername: "jo", email: "jo@x.com" })];
  expect(proposalFor(income(), { ...none, sameAmount })).toMatchObject({
    orderId: "7KQ2M9X",
    named: null,
    payerFits: true,
    certain: false,
  });
  const unknownPayer = income({ payer: "Acme" });
  expect(proposalFor(unknownPayer, { ...none, sameAmount })).toBeNull();
  expect(proposalFor(unknownPayer, { ...none, sameAmount: [order()] })?.payerFits).toBe(false);
  // The payment is older than the order.
  const early = income({ bookedOn: "2026-11-16" });
  expect(proposalFor(early, { ...none, sameAmount })).toBeNull();
});

test("the payer matches the buyer by the words of the name, regardless of accents", () => {
  const fits = (payer: string, buyer: Partial<OrderToPay>) =>
    proposalFor(income({ payer }), { ...none, sameAmount: [order(buyer)] })?.payerFits;
  expect(fits("HÖLT, MIRA DR.", { tiktokUsername: "x", email: "x@y.z", name: "Mira Holt" })).toBe(
    true,
  );
  expect(fits("Mira Unknown", { tiktokUsername: "mira", email: "x@y.z" })).toBe(false);
  expect(fits("", {})).toBe(false);
});
