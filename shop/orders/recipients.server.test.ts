import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { users } from "../accounts/tables.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { placedOrder } from "../../tests/make.ts";
import { ordersOfVisitor, revokeAllAccess } from "./order-access.server.ts";
import {
  lastRecipientOf,
  listRecipients,
  listRemovedRecipients,
  removeRecipient,
} from "./recipients.server.ts";
import { orders } from "./tables.ts";

const at = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour));

describeOnBothDatabases("recipients of earlier orders", (openFresh) => {
  let database: Database;
  let db: Db;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
  });
  afterAll(() => database.close());

  /** Places an order of the coins for this recipient. */
  const order = async (
    values: { email: string; tiktokUsername: string; tiktokUid?: string | null },
    hour: number,
  ) => {
    const placed = await placedOrder(db, { now: at(hour) });
    await db
      .update(orders)
      .set({ tiktokUid: null, ...values })
      .where(eq(orders.id, placed.orderId));
    return placed;
  };
  const account = async (email: string) => {
    const [user] = await db
      .insert(users)
      .values({ id: email, name: "Mira", email, referralCode: email })
      .returning();
    if (!user) throw new Error("not stored");
    return user;
  };
  const namesOf = async (owner: { id: string; email: string }) =>
    (await listRecipients(db, owner)).map(({ tiktokUsername }) => tiktokUsername);

  test("an account's are each listed once, the last one first, and no other account's", async () => {
    const owner = await account("mira@list.test");
    await order({ email: "Mira@list.test", tiktokUsername: "sol" }, 1);
    await order({ email: owner.email, tiktokUsername: "mira.holt" }, 2);
    await order({ email: owner.email, tiktokUsername: "Sol", tiktokUid: "6812" }, 3);
    await order({ email: "eve@list.test", tiktokUsername: "eve" }, 4);
    const gone = await order({ email: owner.email, tiktokUsername: "gone" }, 5);
    await db
      .update(orders)
      .set({ deletedAt: at(6) })
      .where(eq(orders.id, gone.orderId));
    const [first] = await listRecipients(db, owner);
    expect(first).toEqual({ tiktokUsername: "Sol", tiktokUid: "6812", email: owner.email });
    expect(await namesOf(owner)).toEqual(["Sol", "mira.holt"]);
  });

  test("a removed one stays away until it is used again; deleting the account deletes the removal", async () => {
    const owner = await account("mira@remove.test");
    const other = await account("eve@remove.test");
    await order({ email: owner.email, tiktokUsername: "Sol" }, 1);
    await removeRecipient(db, other, { tiktokUsername: "Sol", now: at(2) });
    expect(await listRemovedRecipients(db, other.id)).toEqual([]);
    await removeRecipient(db, owner, { tiktokUsername: "sol", now: at(2) });
    expect(await namesOf(owner)).toEqual([]);
    expect(await listRemovedRecipients(db, owner.id)).toEqual([
      { tiktokUsername: "sol", removedAt: at(2) },
    ]);
    await order({ email: owner.email, tiktokUsername: "Sol" }, 3);
    expect(await namesOf(owner)).toEqual(["Sol"]);
    await removeRecipient(db, owner, { tiktokUsername: "Sol", now: at(4) });
    expect(await namesOf(owner)).toEqual([]);
    await db.delete(users).where(eq(users.id, owner.id));
    expect(await listRemovedRecipients(db, owner.id)).toEqual([]);
  });

  test("a device has its own orders and last recipient, until it forgets them", async () => {
    const mine = await order({ email: "mira@device.test", tiktokUsername: "sol" }, 1);
    const other = await order({ email: "eve@device.test", tiktokUsername: "eve" }, 2);
    const { visitorHash } = mine;
    expect(await ordersOfVisitor(db, visitorHash)).toEqual([
      { id: mine.orderId, status: "pending", coins: 350, createdAt: at(1) },
    ]);
    expect(await lastRecipientOf(db, visitorHash)).toMatchObject({ tiktokUsername: "sol" });
    await revokeAllAccess(db, visitorHash);
    expect(await ordersOfVisitor(db, visitorHash)).toEqual([]);
    expect(await lastRecipientOf(db, visitorHash)).toBeNull();
    expect(await ordersOfVisitor(db, other.visitorHash)).toHaveLength(1);
  });
});
