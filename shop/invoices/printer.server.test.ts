import { afterEach, expect, test } from "vitest";
import { rootDir } from "../../scripts/lib/prepare.mjs";
import type { Invoice } from "./invoice.ts";
import { type InvoicePrinter, startInvoicePrinter } from "./printer.server.ts";

const moment = new Date("2026-11-20T08:00:00Z");
const invoice: Invoice = {
  language: "en",
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
  buyer: {
    email: "mira@example.com",
    tiktokUsername: "mira.holt",
    tiktokUid: null,
    countryName: null,
  },
  package: { id: "1", coins: 70, priceCents: 299, discount: 0, popular: false, description: "" },
  couponCode: null,
  couponCents: 0,
  creditCents: 0,
  shownIn: null,
  vatBasisPoints: 0,
  vatCents: 0,
  totalCents: 299,
  stamp: { text: "Paid", tone: "completed" },
  meaning: "Paid in full.",
  creditNote: null,
  bitcoin: null,
  otherMethod: null,
};

let printer: InvoicePrinter;
afterEach(() => printer.stop());

const print = async (of: Invoice, client = "203.0.113.1") => {
  const result = await printer.print(client, of);
  if (!result.ok) throw new Error(result.error);
  return result.value;
};

test("the same invoice is rendered once, for concurrent and for later requests", async () => {
  printer = startInvoicePrinter(rootDir);
  const [first, second] = await Promise.all([print(invoice), print({ ...invoice })]);
  expect(Buffer.from(first).subarray(0, 5).toString()).toBe("%PDF-");
  expect(second).toBe(first);
  expect(await print(invoice)).toBe(first);
  const other = await print({ ...invoice, orderId: "7KQ2M9Y" });
  expect(other).not.toEqual(first);
});

test("an invoice that cannot be printed is refused, and the next one is printed", async () => {
  printer = startInvoicePrinter(rootDir);
  const broken = { ...invoice, timeZone: "Nowhere/Nothing" };
  await expect(print(broken)).rejects.toThrow("Nowhere/Nothing");
  expect((await print(invoice)).length).toBeGreaterThan(1000);
});

test("many invoices of one client are refused, and delay another one's by one", async () => {
  printer = startInvoicePrinter(rootDir);
  const order: string[] = [];
  const many = Array.from({ length: 270 }, async (_, n) => {
    const { ok } = await printer.print("203.0.113.66", { ...invoice, orderId: `MANY${n}` });
    order.push(ok ? "printed" : "refused");
  });
  const other = print(invoice).then(() => order.push("another one's"));
  await Promise.all([...many, other]);
  expect(order.filter((what) => what === "refused")).toHaveLength(261);
  expect(order.filter((what) => what !== "refused").indexOf("another one's")).toBe(1);
  // A refused one was not cached.
  expect((await print({ ...invoice, orderId: "MANY269" })).length).toBeGreaterThan(1000);
});

test("two printers print the same bytes; a stopped one rejects what is pending", async () => {
  printer = startInvoicePrinter(rootDir);
  const first = await print(invoice);
  const rejected = expect(print({ ...invoice, orderId: "7KQ2M9Y" })).rejects.toThrow("closing");
  await printer.stop();
  await rejected;
  printer = startInvoicePrinter(rootDir);
  expect(await print(invoice)).toEqual(first);
});
