import type { PGlite } from "@electric-sql/pglite";
import { Pool } from "pg";
import { openDatabase } from "#db/client.server.ts";
import { randomText } from "#lib/random.server.ts";
import { confirmOrder } from "#shop/checkout/checkouts.server.ts";
import { ORDER_ID_ALPHABET, ORDER_ID_LENGTH } from "#shop/orders/order.ts";
import { defaultPaymentPolicy as policy } from "#shop/payments/model/payment.ts";
import type { ReadyCheckout } from "./checkouts.ts";
import type { Place } from "./databases.ts";
import { onlyBitcoin } from "../tests/make.ts";
import { openShop } from "./shop.ts";

interface Statement {
  text: string;
  values: unknown[];
}

type Run = (statements: Statement[]) => Promise<unknown>;

/**
 * Places orders by sending what the shop sends for one, and nothing else: no HTTP, no verbs. `confirm` returns the
 * seconds that it took. What is sent is written down while the shop's own verb confirms the last of `examples`.
 */
export async function bareOrders(where: Place, examples: ReadyCheckout[]) {
  // Its first account is told of every order.
  await (
    await openShop({ DATA_DIR: where.dataDir, ...(where.url && { DATABASE_URL: where.url }) })
  ).close();
  let sent: Statement[] = [];
  const database = await openDatabase({
    ...where,
    logger: { logQuery: (text, values) => void sent.push({ text, values }) },
  });
  let example: { checkout: ReadyCheckout; orderId: string } | null = null;
  // More than one: the first makes what a shop makes once.
  for (const checkout of examples.slice(0, 3)) {
    sent = [];
    const { visitorHash, id: checkoutId } = checkout;
    const placed = await confirmOrder(database.db, {
      visitorHash,
      checkoutId,
      offers: onlyBitcoin,
      policy,
      now: new Date(),
    });
    if (!placed.ok) throw new Error(placed.error);
    example = { checkout, orderId: placed.value.id };
  }
  const recorded = sent.filter(({ text }) => !/^(begin|commit)\b/.test(text));
  if (!example) throw new Error("nothing was placed");
  const { checkout, orderId } = example;
  console.error(`  an order is ${recorded.length} statements`);
  if (process.env.BENCH_SHOW)
    for (const { text } of recorded)
      console.error(`    ${text.replaceAll(/\s+/g, " ").slice(0, 200)}`);
  const { run, close } = where.url
    ? onServer(where.url)
    : embedded((database.db as unknown as { $client: PGlite }).$client);

  /** The recorded statements, about another checkout. */
  const about = (other: ReadyCheckout): Statement[] => {
    const names: [string, string][] = [
      [checkout.id, other.id],
      [checkout.visitorHash, other.visitorHash],
      [checkout.visitorHash.slice(0, 12), other.visitorHash.slice(0, 12)],
      [checkout.address, other.address],
      [orderId, randomText(ORDER_ID_LENGTH, ORDER_ID_ALPHABET)],
    ];
    const rename = (value: unknown) =>
      typeof value === "string"
        ? names.reduce((text, [from, to]) => text.replaceAll(from, to), value)
        : value;
    return recorded.map(({ text, values }) => ({ text, values: values.map(rename) }));
  };

  return {
    confirm: async (checkouts: ReadyCheckout[], inFlight: number): Promise<number> => {
      const queue = checkouts.map(about);
      const began = performance.now();
      const work = async () => {
        for (let statements = queue.pop(); statements; statements = queue.pop())
          await run(statements);
      };
      await Promise.all(Array.from({ length: inFlight }, work));
      return (performance.now() - began) / 1000;
    },
    close: async () => {
      await close();
      await database.close();
    },
  };
}

function onServer(url: string): { run: Run; close: () => Promise<void> } {
  const pool = new Pool({ connectionString: url, max: 32 });
  return {
    run: async (statements) => {
      const client = await pool.connect();
      await client.query("begin");
      for (const { text, values } of statements) await client.query(text, values);
      await client.query("commit");
      client.release();
    },
    close: () => pool.end(),
  };
}

function embedded(client: PGlite): { run: Run; close: () => Promise<void> } {
  return {
    run: (statements) =>
      client.transaction(async (tx) => {
        for (const { text, values } of statements) await tx.query(text, values);
      }),
    close: async () => undefined,
  };
}
