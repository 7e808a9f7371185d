import { describe, expect, test } from "vitest";
import { type Bolt11Parts, signBolt11 } from "../../../tests/bolt11.ts";
import { checkInvoice } from "./checked-invoice.ts";

const now = new Date("2026-11-25T12:00:00Z");
const seconds = now.getTime() / 1000;
const paymentHash = "ab".repeat(32);
const asked = {
  network: "regtest",
  sats: 3117,
  memo: "Satchel 7KQ2M9X",
  expirySeconds: 3600,
  paymentHash,
  since: new Date(now.getTime() - 2000),
} as const;
const good: Bolt11Parts = {
  network: "regtest",
  msat: 3_117_000n,
  paymentHash,
  paymentSecret: "02".repeat(32),
  timestamp: seconds - 1,
  description: asked.memo,
  expirySeconds: 3600,
  features: [8, 14],
};
const signed = (other: Partial<Bolt11Parts> = {}) =>
  signBolt11({ ...good, ...other }, new Uint8Array(32).fill(7));

describe("a new invoice", () => {
  test("that is what was requested is taken, in lower case", () => {
    expect(checkInvoice(signed().toUpperCase(), asked, now)).toEqual({
      ok: true,
      value: {
        paymentHash,
        bolt11: signed(),
        expiresAt: new Date((seconds - 1 + 3600) * 1000),
        nodeId: expect.stringMatching(/^0[23][0-9a-f]{64}$/),
      },
    });
  });

  test.each([
    ["of another network", { network: "mainnet" }, /is on the network "mainnet", the shop on/],
    ["of another amount", { msat: 3_117_001n }, /of 3117001 msat instead of 3117000/],
    ["of any amount", { msat: null }, /of any msat instead of 3117000/],
    ["that can be paid on-chain", { fallback: [1, "ab".repeat(32)] }, /invoices-onchain-fallback/],
    ["with another payment hash", { paymentHash: "cd".repeat(32) }, /another payment hash/],
    ["that ends too early", { expirySeconds: 3500 }, /another expiry/],
    ["that ends too late", { expirySeconds: 86_400 }, /another expiry/],
    ["of a node whose clock is late", { timestamp: seconds - 120 }, /compare its clock/],
    ["of a node whose clock is early", { timestamp: seconds + 120 }, /compare its clock/],
  ] satisfies [string, Partial<Bolt11Parts>, RegExp][])("%s is refused", (_, other, problem) => {
    expect(checkInvoice(signed(other), asked, now)).toEqual({
      ok: false,
      error: expect.stringMatching(problem),
    });
  });

  test("with a clock that differs by less than a minute, or after a slow answer, is taken", () => {
    for (const difference of [-58, 58])
      expect(checkInvoice(signed({ timestamp: seconds + difference }), asked, now).ok).toBe(true);
    const later = new Date(now.getTime() + 5000);
    expect(checkInvoice(signed({ timestamp: seconds + 5 }), asked, later).ok).toBe(true);
  });

  test("that is mistyped is refused", () => {
    const mistyped = signed().replace(/.$/, (last) => (last === "q" ? "p" : "q"));
    expect(checkInvoice(mistyped, asked, now)).toMatchObject({
      error: expect.stringContaining("cannot be read"),
    });
  });
});
