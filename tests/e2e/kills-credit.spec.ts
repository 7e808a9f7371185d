import { setTimeout as delay } from "node:timers/promises";
import { users } from "#shop/accounts/tables.ts";
import {
  askForRefund,
  buyWithCredit,
  type Customer,
  issueCodes,
  newCustomer,
  redeemNext,
  reject,
} from "./credit-requests.ts";
import { newAccount } from "./hostile/http-client.ts";
import { type CreditBooks, lookAtCredit } from "./credit-books.ts";
import { expect, test } from "./shop.ts";
import type { Shop } from "./shop-process.ts";

const KILLS = Number(process.env.KILLS ?? 3);
const CUSTOMERS = 3;
/** The longest time between two kills, unless a start takes longer on this machine. */
const LONGEST_MS = 1500;

test("repeated kill -9 while credit is redeemed, spent, returned and refunded: none is lost, given or spent twice", async ({
  database,
  ownShop,
}) => {
  test.setTimeout(300_000 + KILLS * 60_000);
  const shop = await ownShop();
  const { stranger: admin } = await newAccount(shop);
  const codes = await issueCodes(admin, 1000);
  const customers: Customer[] = [];
  for (let n = 0; n < CUSTOMERS; n += 1) customers.push(await newCustomer(shop));
  await shop.changeDatabase(async (db) => {
    await db.update(users).set({ emailVerified: true });
  });

  let open = true;
  // The first requests of all customers may be lost at a kill.
  let rejectedWithCredit = false;
  const shopping = customers.map(async (customer) => {
    for (let turn = 0; open || !rejectedWithCredit; turn += 1) {
      const hasCredit = await redeemNext(customer, codes);
      const orderId = await buyWithCredit(shop, customer, turn);
      if (!orderId || turn % 2 !== 0) continue;
      await reject(admin, orderId);
      rejectedWithCredit ||= hasCredit;
    }
  });
  const refundAll = async () => {
    for (const orderId of customers.flatMap(({ paidOrders }) => paidOrders))
      await askForRefund(admin, orderId);
  };
  const refunding = (async () => {
    while (open) {
      await refundAll();
      await delay(50);
    }
  })();
  let startMs = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    await delay(Math.random() * Math.max(LONGEST_MS, startMs) + 500);
    const killedAt = Date.now();
    await shop.killAndStart();
    startMs = Date.now() - killedAt;
  }
  open = false;
  await Promise.all([...shopping, refunding]);
  // The first payments may be seen only after the last kill, and a refund is refused while its order changes.
  await expect(async () => {
    await refundAll();
    expect((await look(shop)).refunds).toBeGreaterThan(0);
  }).toPass();

  // The job that returns the credit of rejected orders catches up.
  const catchingUp = { timeout: 120_000, intervals: [500, 2000, 5000, 10_000] };
  const waiting = async () => (await look(shop)).waiting;
  await expect.poll(waiting, catchingUp).toEqual([]);

  const acknowledged = customers.flatMap(({ redeemed }) => redeemed);
  const found = await look(shop);
  const { entries } = found;
  console.table({
    [database]: {
      kills: KILLS,
      "redemptions acknowledged": acknowledged.length,
      "redemptions found": acknowledged.filter((code) => found.isRedeemed(code)).length,
      "times spent": entries.filter(({ kind }) => kind === "spent").length,
      "times returned": entries.filter(({ kind }) => kind === "returned").length,
      "orders with credit": found.ordersWithCredit,
      "refunds to credit": found.refunds,
    },
  });
  expect(acknowledged.filter((code) => !found.isRedeemed(code))).toEqual([]);
  expect(found.wrong).toEqual([]);
  for (const kind of ["gift-code", "spent", "returned", "refund"])
    expect(entries.filter((entry) => entry.kind === kind).length, kind).toBeGreaterThan(0);
});

async function look(shop: Shop): Promise<CreditBooks> {
  const read: CreditBooks[] = [];
  await shop.changeDatabase(async (db) => void read.push(await lookAtCredit(db)));
  const [books] = read;
  if (!books) throw new Error("the database was not read");
  return books;
}
