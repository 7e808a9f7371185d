import type { Db } from "#db/client.server.ts";
import { statementEntries } from "#shop/methods/tables.ts";
import { receipts } from "#shop/payments/tables.ts";
import { settings } from "#shop/settings/tables.ts";
import { localDate } from "#lib/days.ts";
import { bookedAt } from "#shop/methods/bank/dates.ts";
import { defaultPaymentPolicy } from "#shop/payments/model/payment.ts";
import { SHOP_CURRENCY } from "#shop/payments/model/receipt.ts";
import { storeReceipt } from "#shop/payments/receipts.server.ts";
import type { Settings } from "#shop/settings/settings.ts";
import { demoAdmin } from "./accounts.ts";
import type { SeededRandom } from "./random.ts";
import { insertInBatches } from "./batches.ts";
import type { OrderRows } from "./order-rows.ts";
import type { DemoOrder } from "./order-history.ts";

const DAY_MS = 24 * 60 * 60_000;

/** The shop's bank account: the example IBAN of the specification. */
const account: Partial<Settings> = {
  accountName: "Satchel Coins",
  bankName: "Bank of the Example",
  iban: "GB29NWBK60161331926819",
};

type Line = typeof statementEntries.$inferInsert;

/**
 * Inserts the shop's bank account and its statement entries: those of paid orders, and some new ones that are not
 * processed yet. One was recorded without an order, and is in the review.
 */
export async function insertTransfers(
  tx: Db,
  demoOrders: readonly { order: DemoOrder; rows: OrderRows }[],
  { random, until }: { random: SeededRandom; until: Date },
): Promise<void> {
  await tx
    .insert(settings)
    .values(Object.entries(account).map(([name, value]) => ({ name, value, updatedAt: until })));
  const transfers = demoOrders.filter(({ order }) => order.method === "bank_transfer");
  const lineOf = (importedAt: Date, line: Pick<Line, "cents" | "payer" | "purpose">): Line => ({
    ...line,
    reference: `${localDate(importedAt, "UTC").replaceAll("-", "")}${random.text(9, "0123456789")}`,
    currency: SHOP_CURRENCY,
    bookedOn: localDate(new Date(importedAt.getTime() - DAY_MS / 2), "UTC"),
    evidence: "account in USD, came in by the balance, booked by the balance",
    importedAt,
    importedBy: demoAdmin.email,
  });
  const ofOrder = ({ buyer, id, package: { priceCents: cents } }: DemoOrder) => ({
    cents,
    payer: buyer.name,
    purpose: `Order ${id}`,
  });

  const paid = transfers.flatMap(({ order, rows }) =>
    order.confirmedAt
      ? [{ line: lineOf(order.confirmedAt, ofOrder(order)), checkoutId: rows.checkout.id }]
      : [],
  );
  await insertInBatches(paid, async (batch) => {
    const stored = await tx
      .insert(receipts)
      .values(batch.map(({ line, checkoutId }) => ({ ...receiptOf(line), checkoutId })))
      .returning({ id: receipts.id, reference: receipts.reference });
    const idOf = new Map(stored.map(({ id, reference }) => [reference, id]));
    await tx.insert(statementEntries).values(
      batch.map(({ line }) => ({
        ...line,
        state: "recorded" as const,
        receiptId: idOf.get(line.reference) ?? null,
      })),
    );
  });

  const waiting = transfers.map(({ order }) => order).filter(({ confirmedAt }) => !confirmedAt);
  const [exact, short] = waiting;
  await tx.insert(statementEntries).values([
    ...(exact ? [lineOf(until, ofOrder(exact))] : []),
    // The bank has deducted a fee.
    ...(short ? [lineOf(until, { ...ofOrder(short), cents: short.package.priceCents - 150 })] : []),
    lineOf(until, { cents: 1499, payer: "Noor Quist", purpose: "coins for my sister, thanks" }),
    {
      ...lineOf(until, { cents: 312, payer: "Bank of the Example", purpose: "Interest" }),
      state: "ignored",
    },
  ]);
  const unassigned = lineOf(until, { cents: 2999, payer: "Ivo Zeman", purpose: "tiktok" });
  const { receipt } = await storeReceipt(tx, null, receiptOf(unassigned), {
    policy: defaultPaymentPolicy,
    now: until,
  });
  await tx
    .insert(statementEntries)
    .values({ ...unassigned, state: "recorded", receiptId: receipt.id });
}

/** The receipt of an entry that a person has recorded. */
function receiptOf({ reference, cents, currency, bookedOn, payer, purpose, importedAt }: Line) {
  return {
    method: "bank_transfer" as const,
    reference,
    cents,
    currency,
    details: `${payer}\n${purpose}`,
    recordedBy: demoAdmin.email,
    receivedAt: bookedAt(bookedOn, importedAt),
    recordedAt: importedAt,
  };
}
