import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { addMs, HOUR_MS, MINUTE_MS } from "#lib/time.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { deleteCheckouts, mira, onlyBitcoin, roundRate, someVisitor } from "../../tests/make.ts";
import { seedCatalog } from "../catalog/packages.server.ts";
import { selectPackage } from "../checkout/steps.server.ts";
import { confirmOrder } from "../checkout/confirm-order.server.ts";
import { saveRecipient } from "../checkouts/lock-checkout.server.ts";
import { installationFacts } from "../settings/tables.ts";
import { attempts } from "../limits/tables.ts";
import { defaultPaymentPolicy as policy } from "./model/payment.ts";
import { openQuote } from "./quotes.server.ts";
import { defaultSettings } from "#shop/settings/settings.ts";

const addresses = {
  kind: "fixed" as const,
  address: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
};
const now = new Date("2026-11-20T00:00:00Z");
const after = (hours: number) => addMs(now, hours * HOUR_MS);
const CHEAPEST = "1";
/** Of the cheapest package, 2.99 USD at 100,000 USD: 2,990 satoshis and up to 1 % more. */
const AMOUNTS = 30;

describeOnBothDatabases("amounts on the fixed address", (openFresh) => {
  let database: Database;
  let db: Db;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
    await seedCatalog(db);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await deleteCheckouts(db);
    await db.delete(attempts);
    await db.delete(installationFacts);
  });

  const requote = (checkoutId: string, from: string, at: Date, rate = roundRate) =>
    openQuote(db, {
      checkoutId,
      rate,
      addresses,
      settings: defaultSettings,
      quoteSeconds: 3600,
      from,
      now: at,
    });
  async function open(from: string, at = now, rate = roundRate) {
    const visitorHash = someVisitor();
    const selected = await selectPackage(db, { visitorHash, packageId: CHEAPEST, now: at });
    if (!selected.ok) throw new Error(selected.error);
    const checkoutId = selected.value.id;
    await saveRecipient(db, checkoutId, mira, at);
    const quote = await requote(checkoutId, from, at, rate);
    return { checkoutId, visitorHash, quote };
  }
  const network = (index: number) => `198.51.100.${index}`;
  const honest = async (at = now) => (await open("203.0.113.9", at)).quote;
  const takeAll = async () => {
    const taken = [];
    for (let index = 0; index < AMOUNTS; index += 1) taken.push(await open(network(index)));
    return taken;
  };

  const openMany = async (number: number, at: Date, rate = roundRate) => {
    const shown = [];
    for (let index = 0; index < number; index += 1) {
      const { quote } = await open(network(index), at, rate);
      shown.push(quote.ok ? quote.value.sats : quote.error);
    }
    return shown;
  };

  test("forty forms from one network address leave amounts for others", async () => {
    for (let form = 0; form < 40; form += 1) await open(network(1));
    expect((await open(network(1))).quote).toEqual({ ok: false, error: "too-many-unpaid" });
    expect(await honest()).toMatchObject({ ok: true, value: { sats: 2996 } });
  });

  test("so do new amounts for its checkouts, hour by hour", async () => {
    const opened = [];
    for (let form = 0; form < 20; form += 1) opened.push(await open(network(1)));
    for (let hour = 1; hour < 5; hour += 1)
      for (const { checkoutId } of opened) await requote(checkoutId, network(1), after(hour));
    expect(await honest(after(5))).toMatchObject({ ok: true });
  });

  test("so do its forms of two whole days, each with an order", async () => {
    for (let hour = 0; hour < 48; hour += 1)
      for (let form = 0; form < 4; form += 1) {
        const { checkoutId, visitorHash } = await open(network(1), after(hour));
        const order = { visitorHash, checkoutId, offers: onlyBitcoin, policy, now: after(hour) };
        await confirmOrder(db, order);
      }
    expect(await honest(after(48))).toMatchObject({ ok: true });
  });

  test("when all are taken, those of unconfirmed checkouts are free an hour after their quotes", async () => {
    const [first] = await takeAll();
    expect(await honest()).toEqual({ ok: false, error: "no-free-amount" });
    const order = { ...(first ?? { visitorHash: "", checkoutId: "" }), offers: onlyBitcoin };
    expect((await confirmOrder(db, { ...order, policy, now })).ok).toBe(true);
    const minute = MINUTE_MS / HOUR_MS;
    expect(await honest(after(2 - minute))).toEqual({ ok: false, error: "no-free-amount" });
    // The lowest one is that of the order.
    expect(await honest(after(2))).toMatchObject({ ok: true, value: { sats: 2992 } });
  });

  test("an amount that was shown is not shown to another buyer for a week while another is free", async () => {
    await open(network(1));
    expect(await honest(after(6 * 24))).toMatchObject({ ok: true, value: { sats: 2992 } });
    expect(await honest(after(8 * 24 + 1))).toMatchObject({ ok: true, value: { sats: 2990 } });
  });

  test("after a restore, no buyer gets an amount that forgotten buyers may owe, at whatever rate", async () => {
    // Half of a range of 30.
    const forgotten = await openMany(15, now);
    await deleteCheckouts(db);
    await db.insert(installationFacts).values({ name: "restored-at", value: after(1) });
    const restored = [
      ...(await openMany(8, after(1))),
      ...(await openMany(8, after(2), { ...roundRate, rateCents: 9_985_000 })),
    ];
    expect(new Set([...forgotten, ...restored]).size).toBe(31);
    // Seven days after the end of a top-up that was requested just before the restore.
    expect(await honest(after(1 + 10 * 24))).toMatchObject({ ok: true, value: { sats: 2990 } });
  });
});
