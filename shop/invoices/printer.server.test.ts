import { afterEach, expect, test } from "vitest";
import { rootDir } from "../../scripts/lib/prepare.mjs";
import type { Invoice } from "./invoice.ts";
import { type InvoicePrinter, startInvoicePrinter } from "./printer.server.ts";

const moment = new Date("2026-11-20T08:00:00Z");
const invoice: Invoice = {
  number: "INV-000001",
  orderId: "7KQ2M9X",
  placedAt: moment,
  issuedAt: moment,
  changedAt: moment,
  timeZone: "UTC",
  shopName: "Satchel",
  supportEmail: "support@satchel.example",
  sandbox: false,
  seller: { sellerName: "", sellerAddress: "", sellerTaxId: "", invoiceNote: "" },
  buyer: { email: "mira@example.com", tiktokUsername: "mira.holt", tiktokUid: null },
  package: { id: "1", coins: 70, priceCents: 299, discount: 0, popular: false, description: "" },
  totalCents: 299,
  stamp: { text: "Paid", tone: "completed" },
  meaning: "Paid in full.",
  bitcoin: null,
  otherMethod: null,
};

let printer: InvoicePrinter;
afterEach(() => printer.stop());

test("the same invoice is rendered once, for concurrent and for later requests", async () => {
  printer = startInvoicePrinter(rootDir);
  const [first, second] = await Promise.all([
    printer.print(invoice),
    printer.print({ ...invoice }),
  ]);
  expect(Buffer.from(first).subarray(0, 5).toString()).toBe("%PDF-");
  expect(second).toBe(first);
  expect(await printer.print(invoice)).toBe(first);
  const other = await printer.print({ ...invoice, orderId: "7KQ2M9Y" });
  expect(other).not.toEqual(first);
});

test("an invoice that cannot be printed is refused, and the next one is printed", async () => {
  printer = startInvoicePrinter(rootDir);
  const broken = { ...invoice, timeZone: "Nowhere/Nothing" };
  await expect(printer.print(broken)).rejects.toThrow("Nowhere/Nothing");
  expect((await printer.print(invoice)).length).toBeGreaterThan(1000);
});

test("stopping rejects what is pending; a later request starts a new thread", async () => {
  printer = startInvoicePrinter(rootDir);
  const waiting = printer.print(invoice);
  const rejected = expect(waiting).rejects.toThrow("closing");
  await printer.stop();
  await rejected;
  const again = await printer.print(invoice);

  const restarted = startInvoicePrinter(rootDir);
  const anew = await restarted.print(invoice);
  await restarted.stop();
  expect(anew).toEqual(again);
});
