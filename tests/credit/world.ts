import { sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { addMs, MINUTE_MS } from "#lib/time.ts";
import { seedCatalog } from "#shop/catalog/packages.server.ts";
import { adjustCredit } from "#shop/credit/adjust-credit.server.ts";
import { issueGiftCodes } from "#shop/gift-codes/gift-codes.server.ts";
import { boss, insertBoss, insertSession, insertUser } from "#shop/loyalty/test-orders.ts";
import { ledger } from "#shop/loyalty/tables.ts";
import { recordTip } from "#shop/payments/poller/watch.server.ts";
import { createCoupon } from "#shop/promotions/coupons.server.ts";
import { settings } from "#shop/settings/tables.ts";
import { resettingStatements } from "../empty-database.ts";
import { type Buyer, BUYERS } from "./story.ts";

const START = new Date("2026-11-20T08:00:00Z");

export const POINTS_PER_DOLLAR = 50;

/** The credit that each buyer has in the beginning. */
const STARTING_CENTS = 300;

/** The shop of one story, with what its people remember of it. */
export interface World {
  db: Db;
  /** Minutes since the story began. */
  minutes: number;
  giftCodes: string[];
  redeemed: { code: string; cents: number }[];
  /** What the owner gave or took, by the key of the form: one that is sent again changes nothing. */
  adjusted: Map<string, number>;
  /** Cents that points became. */
  converted: number[];
  /** Money that the buyer sent, in cents. */
  paid: number[];
  /** Events that the job has followed. */
  followed: Set<number>;
}

export function now({ minutes }: Pick<World, "minutes">): Date {
  return addMs(START, minutes * MINUTE_MS);
}

/** A shop that each story finds as it is. */
interface Beginning {
  giftCodes: string[];
  /** What makes the database as it was then. */
  statements: string[];
}

/**
 * Opens a shop with coupons, gift codes and two buyers with credit and points; Lea has referred Mira. Call once for an empty
 * database.
 */
export async function prepareWorld(db: Db): Promise<Beginning> {
  await insertBoss(db);
  await insertUser(db, { id: "lea" });
  await insertUser(db, { id: "mira", referredBy: "lea" });
  for (const buyer of BUYERS) await insertSession(db, buyer);
  const at = START;
  const birthday = { kind: "birthday", points: 120, onceKey: "birthday:2026", at } as const;
  await db.insert(ledger).values(BUYERS.map((userId) => ({ ...birthday, userId })));
  await seedCatalog(db);
  await db.insert(settings).values({ name: "pointsPerDollar", value: POINTS_PER_DOLLAR });
  await recordTip(db, { height: 100, hash: "block-100" }, at);
  await createCoupons(db);
  const world = newWorld(db, []);
  for (const userId of BUYERS) {
    const given = { userId, cents: STARTING_CENTS, note: "Welcome", formKey: `start-${userId}` };
    await adjustCredit(db, { ...given, actor: boss, now: at });
  }
  await issueCodes(world, 700, "start");
  const query = async (text: string) => {
    const result: unknown = await db.execute(sql.raw(text));
    return result as { rows: unknown[] };
  };
  return { giftCodes: world.giftCodes, statements: await resettingStatements(query) };
}

/** Makes the shop as it was in the beginning. */
export async function openWorld(db: Db, { giftCodes, statements }: Beginning): Promise<World> {
  await db.transaction(async (tx) => {
    for (const statement of statements) await tx.execute(sql.raw(statement));
  });
  return newWorld(db, giftCodes);
}

function newWorld(db: Db, giftCodes: readonly string[]): World {
  const adjusted = new Map(BUYERS.map((buyer) => [`start-${buyer}`, STARTING_CENTS]));
  return {
    ...{ db, minutes: 0, giftCodes: [...giftCodes], redeemed: [], adjusted },
    ...{ converted: [], paid: [], followed: new Set() },
  };
}

/** Issues two gift codes of this value. */
export async function issueCodes(
  world: World,
  valueCents: number,
  formKey: string,
): Promise<boolean> {
  const values = { valueCents, count: 2, lastDay: null, note: "" };
  const change = { values, formKey, actor: boss, now: now(world) };
  const issued = await issueGiftCodes(world.db, change);
  if (issued.ok) world.giftCodes.push(...issued.value.codes);
  return issued.ok;
}

/** The email address with which a buyer orders and is registered. */
export const emailOf = (buyer: Buyer) => `${buyer}@example.com`;

async function createCoupons(db: Db): Promise<void> {
  const unlimited = {
    ...{ startsOn: null, endsOn: null, minimumCents: 0, packageIds: null },
    ...{ totalLimit: null, customerLimit: null, firstOrderOnly: false },
  };
  const half = { code: "HALF", kind: "percent", percent: 50, cents: null } as const;
  const free = { code: "FREE", kind: "fixed", percent: null, cents: 10_000 } as const;
  for (const coupon of [half, free]) {
    const values = { ...unlimited, ...coupon, totalLimit: 2 };
    await createCoupon(db, { values, actor: boss, now: START });
  }
}
