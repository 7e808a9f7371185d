import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { permitOf } from "../../tests/permit.ts";
import type { Database, Db } from "#db/client.server.ts";
import { describeWhereDatabasesDiffer } from "../../tests/db.ts";
import { type PushService, startPushService } from "../../tests/push-service.ts";
import type { Role } from "../accounts/account.ts";
import { users } from "../accounts/tables.ts";
import type { Actor } from "../audit/audit.ts";
import { insertOrder, insertUser } from "../loyalty/test-orders.ts";
import { addEvent } from "../orders/orders.server.ts";
import { orders } from "../orders/tables.ts";
import { settings } from "../settings/tables.ts";
import { addBuyerDevice, addTeamDevice } from "./devices.server.ts";
import { DEVICES_MAX } from "./notification.ts";
import { send } from "./notifications.jobs.server.ts";
import { claimNotifications, deleteOldNotifications } from "./queue.server.ts";
import { notifications, notificationTargets } from "./tables.ts";
import { deleteTarget, listTargets, testTarget } from "./targets.server.ts";
import { readVapidKeys, type VapidKeys } from "./web-push.server.ts";

// The stand-in compares the token with the clock.
const start = new Date();
const at = (seconds: number) => new Date(start.getTime() + seconds * 1000);
const policy = { allowPrivate: true, httpsOnly: false };
const anyService = true;

describeWhereDatabasesDiffer("devices", (openFresh) => {
  let database: Database;
  let db: Db;
  let push: PushService;
  let vapid: VapidKeys;
  const team: Partial<Record<Role, Actor>> = {};
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
    vapid = await readVapidKeys(db);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await db.execute(
      sql`truncate checkouts, notification_targets, audit_log, settings, users cascade`,
    );
    for (const role of ["admin", "delivery", "bookkeeper", "customer"] as const) {
      await insertUser(db, { id: role, role });
      team[role] = { id: role, email: `${role}@example.com`, ip: null };
    }
    await insertOrder(db, { id: "AAAAAAA", buyer: "mira", status: "processing" });
    push = await startPushService();
  });
  afterEach(() => push.close());

  const actor = (role: Role) => {
    const found = team[role];
    if (!found) throw new Error(role);
    return found;
  };
  const add = (role: Role, subscription = push.subscribe(vapid.publicKey)) =>
    addTeamDevice(db, { subscription, anyService, name: "Phone", actor: actor(role), now: start });
  const addBuyer = async (subscription = push.subscribe(vapid.publicKey)) => {
    const permit = await permitOf(db, "push", "AAAAAAA");
    return addBuyerDevice(db, { subscription, anyService, permit, now: start });
  };
  const sendDue = async (now: Date) => {
    for (const { target, batch } of await claimNotifications(db, now))
      await send(db, target, batch, {
        policy,
        appUrl: "https://shop.example",
        vapid,
        log: () => undefined,
        timeoutMs: 2000,
        clock: () => now,
      });
  };
  const status = (from: string, to: string, seconds: number, data = {}) =>
    addEvent(db, "AAAAAAA", "status", { from, to, ...data }, at(seconds));
  const received = () => push.messages.map(({ text }) => JSON.parse(text) as { text: string });

  test("each role gets what it may see: encrypted for its device, and signed by the shop", async () => {
    for (const role of ["admin", "delivery", "bookkeeper"] as const)
      expect(await add(role)).toMatchObject({ ok: true });
    expect(await add("customer")).toEqual({ ok: false, error: "forbidden" });
    await status("pending", "processing", 0);
    await sendDue(at(1));
    expect(received().map(({ text }) => text)).toEqual(
      Array<string>(2).fill("Order AAAAAAA is paid and waiting: 70 coins"),
    );
    await addEvent(db, "AAAAAAA", "payment", { to: "review" }, at(2));
    await sendDue(at(3));
    expect(
      received()
        .slice(2)
        .map(({ text }) => text),
    ).toEqual(Array<string>(2).fill("The payment of order AAAAAAA needs a decision"));
    await sendDue(at(3600));
    expect(push.messages).toHaveLength(4);
  });

  test("who leaves the team, or is blocked, gets nothing more", async () => {
    await add("admin");
    await add("delivery");
    await status("pending", "processing", 0);
    await db.update(users).set({ role: "customer" }).where(eq(users.id, "delivery"));
    await db.update(users).set({ blockedAt: start }).where(eq(users.id, "admin"));
    await sendDue(at(1));
    expect(push.messages).toEqual([]);
    expect(await db.$count(notifications)).toBe(0);
  });

  test("a message whose answer was lost comes again under the same topic and tag, which replaces the first", async () => {
    await add("admin");
    push.setFaults({ answersLost: 1 });
    await status("pending", "processing", 0);
    await sendDue(at(1));
    await sendDue(at(60));
    expect(push.messages).toHaveLength(2);
    const [first, second] = push.messages;
    expect(first?.topic).toMatch(/^[0-9a-f]{32}$/);
    expect(second).toEqual(first);
    expect(JSON.parse(first?.text ?? "")).toMatchObject({ tag: expect.stringMatching(/-/) });
  });

  test("a subscription that has ended is removed, with what waits for it; a busy service is waited for", async () => {
    const subscription = push.subscribe(vapid.publicKey);
    await add("admin", subscription);
    push.setFaults({ status: 429, retryAfter: "90" });
    await status("pending", "processing", 0);
    await sendDue(at(1));
    push.setFaults({ status: null });
    await sendDue(at(80));
    expect(push.messages).toEqual([]);
    await sendDue(at(92));
    expect(push.messages).toHaveLength(1);
    push.unsubscribe(subscription.endpoint);
    await addEvent(db, "AAAAAAA", "payment", { to: "review" }, at(100));
    await sendDue(at(101));
    expect(await listTargets(db, "admin")).toEqual([]);
    expect(await db.$count(notifications)).toBe(0);
  });

  test("the key is the one that browsers restrict the subscription to", async () => {
    const stranger = push.subscribe(`B${"A".repeat(86)}`);
    await add("admin", stranger);
    await status("pending", "processing", 0);
    await sendDue(at(1));
    expect(await listTargets(db, "admin")).toMatchObject([{ lastError: "Answered 403" }]);
  });

  test("everybody sees, tests and removes their own devices only", async () => {
    await add("delivery");
    expect(await listTargets(db, "admin")).toEqual([]);
    expect(await listTargets(db, null)).toEqual([]);
    const [device] = await listTargets(db, "delivery");
    const id = device?.id ?? 0;
    for (const role of ["admin", "bookkeeper"] as const)
      expect(await deleteTarget(db, { id, actor: actor(role), now: start })).toEqual({
        ok: false,
        error: "not-found",
      });
    expect(await testTarget(db, { id, actor: actor("delivery"), now: start })).toMatchObject({
      ok: true,
    });
    await sendDue(at(1));
    expect(received()).toMatchObject([{ text: "This is a test. Notifications arrive here." }]);
    expect(await deleteTarget(db, { id, actor: actor("delivery"), now: start })).toMatchObject({
      ok: true,
    });
  });

  test("a device that subscribes again is one, and there is a maximum of others", async () => {
    const subscription = push.subscribe(vapid.publicKey);
    for (let times = 0; times < 3; times += 1) await add("admin", subscription);
    expect(await listTargets(db, "admin")).toHaveLength(1);
    for (let n = 1; n < DEVICES_MAX; n += 1) await add("admin");
    expect(await add("admin")).toEqual({ ok: false, error: "too-many" });
  });

  test("only push services of browsers and those that the owner added are sent to", async () => {
    const permit = await permitOf(db, "push", "AAAAAAA");
    const addWith = async (endpoint: string) => {
      const device = {
        subscription: { ...push.subscribe(), endpoint },
        anyService: false,
        now: start,
      };
      const team = await addTeamDevice(db, { ...device, name: "", actor: actor("admin") });
      const buyer = await addBuyerDevice(db, { ...device, permit });
      expect(buyer).toEqual(team);
      return team;
    };
    const refused = { ok: false, error: "unknown-service" };
    expect(await addWith(push.subscribe().endpoint)).toEqual(refused);
    expect(await addWith("https://push.example/a")).toEqual(refused);
    expect(await addWith("https://fcm.googleapis.com/fcm/send/a")).toMatchObject({ ok: true });
    await db
      .insert(settings)
      .values({ name: "pushServices", value: "other.example, push.example" });
    expect(await addWith("https://push.example/a")).toMatchObject({ ok: true });
  });

  test("the buyer is told once that the coins have arrived, when that can no longer be undone", async () => {
    expect(await addBuyer()).toMatchObject({ ok: true });
    await status("processing", "completed", 0, { undoUntil: at(10).toISOString() });
    await sendDue(at(9));
    expect(push.messages).toEqual([]);
    await sendDue(at(10));
    expect(received()).toMatchObject([
      {
        text: "Your coins have arrived: 70 coins, order AAAAAAA",
        link: "https://shop.example/track-order?orderId=AAAAAAA",
      },
    ]);
    expect(await db.$count(notificationTargets)).toBe(0);
  });

  test("an undone delivery tells nothing, and the next one does; other orders are not told of", async () => {
    await insertOrder(db, { id: "BBBBBBB", buyer: "kim", status: "processing" });
    await addBuyer();
    await addEvent(db, "BBBBBBB", "status", { from: "processing", to: "completed" }, at(0));
    await status("processing", "completed", 0, { undoUntil: at(10).toISOString() });
    await status("completed", "processing", 5);
    await sendDue(at(11));
    expect(push.messages).toEqual([]);
    await status("processing", "completed", 20);
    await sendDue(at(21));
    expect(push.messages).toHaveLength(1);
  });

  test("an order that has ended takes no device; a forgotten one is deleted", async () => {
    await addBuyer();
    await db.update(orders).set({ status: "completed" }).where(eq(orders.id, "AAAAAAA"));
    expect(await addBuyer()).toEqual({ ok: false, error: "closed" });
    await deleteOldNotifications(db, at(31 * 24 * 3600));
    expect(await db.$count(notificationTargets)).toBe(0);
  });
});
