import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { deleteCheckouts, someVisitor } from "../../tests/make.ts";
import { packages } from "../catalog/tables.ts";
import { listPackages } from "../catalog/packages.server.ts";
import { applyCredit } from "../checkout/credit.server.ts";
import { applyCode } from "../checkout/coupon.server.ts";
import { confirmOrder } from "../checkout/confirm-order.server.ts";
import { selectPackage } from "../checkout/steps.server.ts";
import { saveRecipient } from "../checkouts/lock-checkout.server.ts";
import { addCredit, creditHistory, readBalance, spendCredit } from "../credit/credit.server.ts";
import { addNewDeliveries, claimDeliveries } from "../delivery/claim-deliveries.server.ts";
import { undoStatusChange } from "../delivery/undo.server.ts";
import { countBatches, listUndelivered } from "../delivery/undelivered.server.ts";
import { listGiftBatches, redeemGiftCode } from "../gift-codes/gift-codes.server.ts";
import { giftBatches, giftCodes } from "../gift-codes/tables.ts";
import { actingAs, boss, insertBoss, insertUser } from "../loyalty/test-orders.ts";
import { mails } from "../mail/tables.ts";
import { completeMails } from "../mail-sending/complete-mail.server.ts";
import { deleteOrder, setOrderStatus } from "../orders/order-changes.server.ts";
import { matches } from "../order-list/order-search-text.server.ts";
import type { OrderStatus } from "../orders/order.ts";
import { orders } from "../orders/tables.ts";
import { defaultPaymentPolicy as policy } from "../payments/model/payment.ts";
import { reconcileFulfilment } from "./fulfilment.server.ts";
import { readBoughtCode, resendGiftCode } from "./gift-order.server.ts";

const start = new Date("2026-11-20T08:00:00Z");
const at = (seconds: number) => new Date(start.getTime() + seconds * 1000);
const byTransfer = [{ method: "bank_transfer", how: "by-hand" }] as const;

describeOnBothDatabases("credit and gift codes that were bought", (openFresh) => {
  let database: Database;
  let db: Db;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await deleteCheckouts(db);
    await db.execute(sql`truncate users, packages, gift_batches, mails cascade`);
    await insertBoss(db);
    await insertUser(db, { id: "kim" });
    await insertUser(db, { id: "sam" });
    const common = { coins: 0, priceCents: 1900 };
    await db.insert(packages).values([
      { ...common, id: "credit", kind: "credit", valueCents: 2000 },
      { ...common, id: "gift", kind: "gift_code", valueCents: 2500, position: 1 },
    ]);
  });

  const nobody = { tiktokUsername: null, tiktokUid: null, giftEmail: null, giftMessage: "" };
  const kim = { ...nobody, email: "kim@example.com" };
  const gift = { email: "kim@example.com", giftEmail: "sam@example.com", giftMessage: "Hello" };

  const open = async (packageId: string, entered: Parameters<typeof saveRecipient>[2]) => {
    const visitorHash = someVisitor();
    const selected = await selectPackage(db, { visitorHash, packageId, now: start });
    if (!selected.ok) throw new Error(selected.error);
    await saveRecipient(db, selected.value.id, entered, start);
    return { visitorHash, checkoutId: selected.value.id };
  };
  const order = async (packageId: string, entered: Parameters<typeof saveRecipient>[2]) => {
    const opened = await open(packageId, entered);
    const placed = await confirmOrder(db, { ...opened, offers: byTransfer, policy, now: start });
    if (!placed.ok) throw new Error(placed.error);
    return placed.value.id;
  };
  const set = (orderId: string, status: OrderStatus, now = at(60), undoable = false) =>
    setOrderStatus(db, { orderId, status, version: null, actor: boss, undoable, now });
  const follow = (orderId: string, now = at(60)) => reconcileFulfilment(db, orderId, now);
  const pay = async (orderId: string) => {
    await set(orderId, "processing");
    // Several instances, and events that come again.
    await Promise.all([follow(orderId), follow(orderId), follow(orderId)]);
  };
  const stored = async (orderId: string) =>
    (await db.select().from(orders).where(eq(orders.id, orderId)))[0];
  const changes = async () =>
    (await creditHistory(db, "kim")).map(({ kind, cents, owedCents }) => [kind, cents, owedCents]);
  const codeMails = async () =>
    (await db.select().from(mails)).filter(({ message }) => message.template === "gift-code");
  const sendCode = async (index = 0) => {
    const [...queued] = await codeMails();
    const mail = queued[index];
    if (!mail) throw new Error("no gift code is queued");
    const sent = await completeMails(db, { appUrl: "https://shop.example" })(mail, start);
    return sent && "code" in sent.message ? sent.message.code : null;
  };
  const redeem = (code: string | null, userId = "sam") =>
    redeemGiftCode(db, { code: code ?? "", userId, now: at(120) });

  test("are offered beside the coins", async () => {
    const { grid, promotion, others } = await listPackages(db);
    expect([grid, promotion]).toEqual([[], null]);
    expect(others.map(({ kind, valueCents, coins }) => [kind, valueCents, coins])).toEqual([
      ["credit", 2000, 0],
      ["gift_code", 2500, 0],
    ]);
  });

  test("credit is added once when it is paid, which completes the order", async () => {
    const id = await order("credit", kim);
    expect(await stored(id)).toMatchObject({ packageKind: "credit", tiktokUsername: null });
    await follow(id);
    expect(await changes()).toEqual([]);
    await pay(id);
    expect(await changes()).toEqual([["bought", 2000, 0]]);
    expect(await stored(id)).toMatchObject({ status: "completed" });
  });

  test("credit is taken back with its order, what was spent is owed, and given again", async () => {
    const id = await order("credit", kim);
    await pay(id);
    const spent = {
      userId: "kim",
      kind: "spent",
      cents: 500,
      onceKey: "spent",
      now: at(61),
    } as const;
    await db.transaction((tx) => spendCredit(tx, spent));
    await set(id, "rejected", at(70));
    await follow(id, at(70));
    await follow(id, at(71));
    expect(await readBalance(db, "kim")).toEqual({ cents: 0, owedCents: 500 });
    await set(id, "processing", at(80));
    await follow(id, at(80));
    expect(await readBalance(db, "kim")).toEqual({ cents: 1500, owedCents: 0 });
    expect(await stored(id)).toMatchObject({ status: "completed" });
    await deleteOrder(db, { orderId: id, version: null, actor: boss, now: at(90) });
    await follow(id, at(90));
    expect(await readBalance(db, "kim")).toEqual({ cents: 0, owedCents: 500 });
  });

  test("a change that can be undone moves nothing until it cannot", async () => {
    const id = await order("credit", kim);
    await pay(id);
    await set(id, "rejected", at(70), true);
    await follow(id, at(75));
    expect((await readBalance(db, "kim")).cents).toBe(2000);
    await undoStatusChange(db, { orderId: id, version: null, actor: boss, now: at(76) });
    await follow(id, at(90));
    expect(await changes()).toEqual([["bought", 2000, 0]]);
    await set(id, "rejected", at(100), true);
    await follow(id, at(111));
    expect((await readBalance(db, "kim")).cents).toBe(0);
  });

  test("credit without an account of its email waits", async () => {
    const id = await order("credit", { ...kim, email: "lee@example.com" });
    await pay(id);
    expect(await stored(id)).toMatchObject({ status: "processing" });
    await insertUser(db, { id: "lee" });
    await set(id, "completed");
    await follow(id);
    expect((await readBalance(db, "lee")).cents).toBe(2000);
  });

  test("a gift code is sent once, stands only in its mail, and becomes the credit of whoever redeems it", async () => {
    const id = await order("gift", gift);
    await pay(id);
    expect(await stored(id)).toMatchObject({ status: "completed", giftEmail: "sam@example.com" });
    const queued = await codeMails();
    expect(queued).toMatchObject([
      { to: "sam@example.com", message: { from: "kim@example.com", text: "Hello" } },
    ]);
    const code = (await sendCode()) ?? "";
    expect(code.replaceAll("-", "")).toHaveLength(16);
    expect(await redeem(code)).toEqual({ ok: true, value: 2500 });
    expect(await redeem(code, "kim")).toMatchObject({ ok: false });
    const everything = JSON.stringify([
      await db.select().from(mails),
      await db.select().from(giftCodes),
      await db.select().from(giftBatches),
    ]);
    expect(everything).not.toContain(code);
    expect(everything).not.toContain(code.replaceAll("-", ""));
    // It is none of those that administrators issued.
    expect(await listGiftBatches(db)).toEqual([]);
  });

  test("each attempt to send makes a code of its own, until one is redeemed", async () => {
    const id = await order("gift", gift);
    await pay(id);
    const [first, second] = [await sendCode(), await sendCode()];
    expect(await redeem(first)).toMatchObject({ ok: false });
    expect(await redeem(second)).toMatchObject({ ok: true });
    expect(await sendCode()).toBeNull();
  });

  test("a new code, also to another address, replaces the one that was not redeemed", async () => {
    const id = await order("gift", gift);
    await pay(id);
    const before = await sendCode();
    const again = (email: string) =>
      resendGiftCode(db, { orderId: id, email, version: null, actor: boss, now: at(70) });
    await db.update(mails).set({ sentAt: at(61) });
    expect(await again("ada@example.com")).toMatchObject({ ok: true });
    expect(await redeem(before)).toMatchObject({ ok: false });
    expect((await codeMails()).map(({ to }) => to).toSorted()).toEqual([
      "ada@example.com",
      "sam@example.com",
    ]);
    const codes = [await sendCode(0), await sendCode(1)].filter((code) => code !== null);
    expect(codes).toHaveLength(1);
    expect(await redeem(codes[0] ?? null)).toMatchObject({ ok: true });
    expect(await again("sam@example.com")).toEqual({ ok: false, error: "unchanged" });
    expect(await stored(id)).toMatchObject({ giftEmail: "ada@example.com" });
  });

  test("a code that was not redeemed is withdrawn with its order; one that goes on gets a new one", async () => {
    const id = await order("gift", gift);
    await pay(id);
    const before = await sendCode();
    await set(id, "rejected", at(70));
    await follow(id, at(70));
    expect(await readBoughtCode(db, id)).toEqual({ withdrawnAt: at(70), redeemedAt: null });
    expect(await redeem(before)).toMatchObject({ ok: false });
    expect(await sendCode()).toBeNull();
    await set(id, "processing", at(80));
    await follow(id, at(80));
    expect(await redeem(before)).toMatchObject({ ok: false });
    expect(await redeem(await sendCode())).toMatchObject({ ok: true });
    // Redeemed, it stays: the order's panel says so.
    await set(id, "rejected", at(90));
    await follow(id, at(90));
    expect(await readBoughtCode(db, id)).toEqual({ withdrawnAt: null, redeemedAt: at(120) });
    expect((await readBalance(db, "sam")).cents).toBe(2500);
  });

  test("redeeming and rejecting at once, the code is redeemed or withdrawn", async () => {
    const id = await order("gift", gift);
    await pay(id);
    const code = await sendCode();
    await set(id, "rejected", at(70));
    const [redeemed] = await Promise.all([redeem(code), follow(id, at(70))]);
    const became = await readBoughtCode(db, id);
    expect([became?.redeemedAt === null, became?.withdrawnAt === null]).toEqual([
      !redeemed.ok,
      redeemed.ok,
    ]);
  });

  test("coupons and credit do not pay for them", async () => {
    await db.transaction((tx) =>
      addCredit(tx, { userId: "kim", kind: "points", cents: 5000, onceKey: "given", now: start }),
    );
    const { checkoutId } = await open("credit", kim);
    expect(await applyCredit(db, { checkoutId, account: actingAs("kim"), now: start })).toEqual({
      ok: false,
      error: "other-kind",
    });
    expect(await applyCode(db, { checkoutId, code: "SPRING", now: start })).toEqual({
      ok: false,
      error: { reason: "other-kind", text: "Codes do not apply to credit and gift codes." },
    });
  });

  test("what was entered for another kind does not complete step 1", async () => {
    const account = { tiktokUsername: "mira", tiktokUid: null, email: "mira@example.com" };
    for (const [packageId, entered] of [
      ["credit", account],
      ["credit", gift],
      ["gift", account],
      ["gift", kim],
    ] as const) {
      const opened = await open(packageId, entered);
      const placed = await confirmOrder(db, { ...opened, offers: byTransfer, policy, now: start });
      expect(placed).toEqual({ ok: false, error: "no-recipient" });
    }
  });

  test("they wait for nobody's hands", async () => {
    const id = await order("gift", gift);
    await set(id, "processing");
    await db
      .update(orders)
      .set({ settledAt: start, paymentStatus: "paid" })
      .where(eq(orders.id, id));
    expect(await listUndelivered(db, { limit: 10, now: at(60) })).toEqual([]);
    expect(await countBatches(db)).toEqual([]);
    await addNewDeliveries(db, at(60));
    expect(await claimDeliveries(db, { limit: 10, minutes: 5, now: at(60) })).toEqual([]);
    const found = await db
      .select({ id: orders.id })
      .from(orders)
      .where(matches("sam@example.com") ?? undefined);
    expect(found).toEqual([{ id }]);
  });

  test("the database keeps recipient and kind together", async () => {
    const id = await order("gift", gift);
    const change = (values: Partial<typeof orders.$inferInsert>) =>
      db.update(orders).set(values).where(eq(orders.id, id));
    await expect(change({ tiktokUsername: "mira" })).rejects.toThrow();
    await expect(change({ giftEmail: null })).rejects.toThrow();
    await expect(change({ packageKind: "coins" })).rejects.toThrow();
  });
});
