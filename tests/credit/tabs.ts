import { actingAs } from "#shop/loyalty/test-orders.ts";
import { and, asc, eq } from "drizzle-orm";
import { applyCode, removeCode } from "#shop/checkout/coupon.server.ts";
import { applyCredit, removeCredit } from "#shop/checkout/credit.server.ts";
import { confirmOrder } from "#shop/checkout/confirm-order.server.ts";
import { chooseMethod, selectPackage } from "#shop/checkout/steps.server.ts";
import { checkouts } from "#shop/checkouts/tables.ts";
import { redeemGiftCode } from "#shop/gift-codes/gift-codes.server.ts";
import { convertPoints } from "#shop/loyalty/earned-credit.server.ts";
import { defaultPaymentPolicy as policy } from "#shop/payments/model/payment.ts";
import { recordOutputs } from "#shop/payments/outputs.server.ts";
import { openQuote } from "#shop/payments/quotes.server.ts";
import { quotes } from "#shop/payments/tables.ts";
import { defaultSettings } from "#shop/settings/settings.ts";
import { mira, onlyBitcoin, roundRate, seenOutput, testKey } from "../make.ts";
import type { TabStep } from "./story.ts";
import { emailOf, now, type World } from "./world.ts";

/** Both tabs are of one browser. */
const VISITOR = "visitor";

/** At the round rate. */
const SATS_PER_CENT = 10;

const offers = [...onlyBitcoin, { method: "bank_transfer", how: "by-hand" } as const];

/** Makes a step of a buyer; returns what happened, null if nothing did. */
export async function actInTab(world: World, step: TabStep): Promise<string | null> {
  const { db } = world;
  switch (step.act) {
    case "redeem":
      return redeem(world, step);
    case "convert": {
      const converted = await convertPoints(db, step.buyer, now(world));
      if (converted.ok) world.converted.push(converted.value);
      return converted.ok ? "points became credit" : null;
    }
    case "pay":
      return pay(world, step);
    case "select":
      return select(world, step).then(() => null);
    default:
      return actAtCheckout(world, step, (await findOpen(world)) ?? (await select(world, step)));
  }
}

async function actAtCheckout(
  { db, ...time }: World,
  step: TabStep,
  checkoutId: string,
): Promise<string | null> {
  const change = { checkoutId, now: now(time) };
  switch (step.act) {
    case "use": {
      const used = await applyCredit(db, { ...change, account: actingAs(step.buyer) });
      return used.ok ? "credit used" : null;
    }
    case "take off": {
      const removed = await removeCredit(db, change);
      return removed.ok ? "credit taken off" : null;
    }
    case "coupon": {
      const applied = await applyCode(db, { ...change, code: step.coupon });
      return applied.ok ? "coupon applied" : null;
    }
    case "no coupon":
      return removeCode(db, change).then(() => null);
    case "quote": {
      const opened = await openQuote(db, {
        ...{ ...change, rate: roundRate, quoteSeconds: 3600, from: null },
        ...{ addresses: { kind: "xpub", key: testKey }, settings: defaultSettings },
      });
      return opened.ok ? "amount opened" : null;
    }
    default: {
      await chooseMethod(db, checkoutId, step.method, change.now);
      const account = actingAs(step.buyer);
      const confirmed = { ...change, visitorHash: VISITOR, offers, policy, account };
      const placed = await confirmOrder(db, confirmed);
      return placed.ok ? `order placed, to be paid by ${placed.value.paymentMethod}` : null;
    }
  }
}

async function select({ db, ...time }: World, { packageId, buyer }: TabStep): Promise<string> {
  const recipient = { ...mira, email: emailOf(buyer) };
  const selection = { visitorHash: VISITOR, packageId, recipient, now: now(time) };
  const selected = await selectPackage(db, selection);
  if (!selected.ok) throw new Error(selected.error);
  return selected.value.id;
}

async function redeem(world: World, { buyer, pick }: TabStep): Promise<string | null> {
  const code = world.giftCodes[pick % world.giftCodes.length] ?? "";
  const redeemed = await redeemGiftCode(world.db, { code, userId: buyer, now: now(world) });
  if (redeemed.ok) world.redeemed.push({ code, cents: redeemed.value });
  return redeemed.ok ? "gift code redeemed" : null;
}

/** Sends an amount that was shown, or a part of it, also one that was withdrawn or has ended. */
async function pay(world: World, { pick, share }: TabStep): Promise<string | null> {
  const { db } = world;
  const shown = await db.select().from(quotes).orderBy(asc(quotes.id));
  const quote = shown[pick % Math.max(1, shown.length)];
  if (!quote?.address) return null;
  const cents = Math.round((quote.sats * share) / SATS_PER_CENT);
  world.paid.push(cents);
  await recordOutputs(db, {
    address: quote.address,
    outputs: [seenOutput(cents * SATS_PER_CENT, { height: 100, time: now(world) })],
    ...{ complete: false, rateCents: roundRate.rateCents, policy, now: now(world) },
  });
  return quote.withdrawnAt ? "withdrawn amount paid" : "amount paid";
}

async function findOpen({ db }: World): Promise<string | null> {
  const [open] = await db
    .select({ id: checkouts.id })
    .from(checkouts)
    .where(and(eq(checkouts.visitorHash, VISITOR), eq(checkouts.state, "open")));
  return open?.id ?? null;
}
