import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { countDistinct } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { addSeconds } from "#lib/time.ts";
import { describeOnBothDatabases } from "../../../tests/db.ts";
import { fastCheckOptions, TIME_LIMIT_MS } from "../../../tests/lifecycle/run-scenario.ts";
import { deleteCheckouts, mira, roundRate, someVisitor, testKey } from "../../../tests/make.ts";
import { seedCatalog } from "../../catalog/packages.server.ts";
import { selectPackage } from "../../checkout/steps.server.ts";
import { saveRecipient } from "../../checkouts/lock-checkout.server.ts";
import { attempts } from "../../limits/tables.ts";
import { settings } from "../../settings/tables.ts";
import type { SeenOutput } from "../chain/chain.ts";
import { defaultPaymentPolicy as policy } from "../model/payment.ts";
import { recordOutputs } from "../outputs.server.ts";
import { openQuote } from "../quotes.server.ts";
import { addressKeys, chainOutputs, quotes } from "../tables.ts";
import { unpaidRun } from "./address-indexes.server.ts";
import { shareNextAddresses } from "./gap-limit-scan.server.ts";
import { defaultSettings } from "#shop/settings/settings.ts";

const RUNS = { embedded: 15, postgresql: 10 };
/** Far below the default, so that most checkouts share an address. */
const GAP = 3;
const { address, sats, checkoutId } = quotes;
const addresses = { kind: "xpub" as const, key: testKey };
const start = new Date("2026-11-20T08:00:00Z");

const which = fc.nat({ max: 30 });
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      act: fc.constant("open" as const),
      network: fc.nat({ max: 4 }),
      packageId: fc.constantFrom("1", "2"),
      // Prices that are close, so that checkouts want the same amounts.
      rateCents: fc.constantFrom(10_000_000, 10_020_000),
    }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant("quote again" as const), which }) },
  {
    weight: 5,
    arbitrary: fc.record({
      act: fc.constant("pay" as const),
      which,
      /** Of the quotes of that checkout; an older one is a late payment. */
      quote: fc.nat({ max: 2 }),
      confirmed: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant("mine" as const) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant("evict" as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant("wait" as const),
      minutes: fc.constantFrom(1, 30, 61, 3 * 60, 26 * 60, 40 * 24 * 60),
    }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant("restore" as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

interface Buyer {
  checkoutId: string;
  network: number;
  rateCents: number;
  /** The amounts that were shown to this buyer, in order. */
  shown: { address: string; sats: number }[];
}
interface Payment extends SeenOutput {
  address: string;
  checkoutId: string;
}

describeOnBothDatabases("any mixture of checkouts within the gap limit", (openFresh) => {
  let database: Database;
  let db: Db;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
    await seedCatalog(db);
    await db.insert(settings).values({ name: "gapLimit", value: GAP });
  });
  afterAll(() => database.close());

  async function run(steps: Step[]): Promise<void> {
    await deleteCheckouts(db);
    await db.delete(attempts);
    await db.delete(addressKeys);
    let now = start;
    let height = 100;
    const buyers: Buyer[] = [];
    const payments: Payment[] = [];

    async function quote(buyer: Buyer): Promise<void> {
      const { checkoutId, network, rateCents } = buyer;
      const quoted = await openQuote(db, {
        checkoutId,
        rate: { ...roundRate, rateCents },
        addresses,
        settings: { ...defaultSettings, gapLimit: GAP },
        quoteSeconds: 3600,
        from: `198.51.100.${network}`,
        now,
      });
      // Refused only because it is paid already.
      const isPaid = payments.some((payment) => payment.checkoutId === checkoutId);
      if (!quoted.ok) expect([quoted.error, isPaid]).toEqual(["money-seen", true]);
      else buyer.shown.push({ address: quoted.value.address, sats: quoted.value.sats });
    }

    const report = (address: string) =>
      recordOutputs(db, {
        address,
        outputs: payments.filter((payment) => payment.address === address),
        complete: true,
        policy,
        rateCents: roundRate.rateCents,
        now,
      });
    const confirm = (payment: Payment) => {
      payment.block = { hash: height.toString(16).padStart(64, "0"), height, time: now };
    };

    async function take(step: Step): Promise<void> {
      if (step.act === "open") {
        const selected = await selectPackage(db, {
          visitorHash: someVisitor(),
          packageId: step.packageId,
          now,
        });
        if (!selected.ok) throw new Error(selected.error);
        const checkoutId = selected.value.id;
        await saveRecipient(db, checkoutId, mira, now);
        const buyer = { checkoutId, network: step.network, rateCents: step.rateCents, shown: [] };
        buyers.push(buyer);
        await quote(buyer);
        expect(buyer.shown, "an address and an amount").toHaveLength(1);
      } else if (step.act === "wait") now = addSeconds(now, step.minutes * 60);
      else if (step.act === "restore") await shareNextAddresses(db);
      else if (step.act === "mine") {
        height += 1;
        for (const payment of payments) if (!payment.block) confirm(payment);
        for (const { address } of payments) await report(address);
      } else if (step.act === "evict") {
        const gone = payments.findIndex(({ block }) => !block);
        const [payment] = gone < 0 ? [] : payments.splice(gone, 1);
        if (payment) await report(payment.address);
      } else {
        const buyer = buyers[step.which % Math.max(1, buyers.length)];
        if (!buyer) return;
        if (step.act === "quote again") return quote(buyer);
        const shown = buyer.shown.at(-1 - (step.quote % buyer.shown.length));
        if (!shown) return;
        const txid = randomBytes(32).toString("hex");
        const payment: Payment = {
          ...shown,
          txid,
          vout: 0,
          block: null,
          checkoutId: buyer.checkoutId,
        };
        if (step.confirmed) confirm(payment);
        payments.push(payment);
        await report(shown.address);
      }
    }

    for (const step of steps) {
      await take(step);
      expect(await unpaidRun(db, addresses), "the run of unpaid addresses").toBeLessThanOrEqual(
        GAP,
      );
      const amounts = await db
        .select({ address, sats, checkouts: countDistinct(checkoutId) })
        .from(quotes)
        .groupBy(address, sats);
      for (const amount of amounts)
        expect(amount.checkouts, `checkouts with ${amount.sats} at ${amount.address}`).toBe(1);
      const credited = await db.select().from(chainOutputs);
      const creditedTo = new Map(credited.map((output) => [output.txid, output.checkoutId]));
      for (const payment of payments)
        expect(creditedTo.get(payment.txid), "who was shown the amount").toBe(payment.checkoutId);
    }
  }

  test(
    "stays within the limit, refuses no checkout, and gives each payment to the buyer who was shown its amount",
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 40 }), run),
        fastCheckOptions(RUNS[database.kind]),
      );
    },
    TIME_LIMIT_MS,
  );
});
