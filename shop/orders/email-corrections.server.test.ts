import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { permitOf } from "../../tests/permit.ts";
import type { Database, Db } from "#db/client.server.ts";
import { listCustomers } from "../customers/customers.server.ts";
import { auditLog } from "../audit/tables.ts";
import { checkouts } from "../checkouts/tables.ts";
import { insertUser } from "../loyalty/test-orders.ts";
import { claimMail, enqueueMail, markFailed, markSent } from "../mail/mails.server.ts";
import { mails } from "../mail/tables.ts";
import { users } from "../accounts/tables.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { anyAddress, deleteCheckouts, placedOrder, someVisitor } from "../../tests/make.ts";
import { correctEmail, readRefusedEmail } from "./email-corrections.server.ts";
import { findAccess, grantAccess, isTrackingKey, trackingKey } from "./order-access.server.ts";
import { findOrder, orderHistory } from "./orders.server.ts";
import { findOrderByEmail, type Viewer } from "./tracking.server.ts";

const start = new Date("2026-11-20T08:00:00Z");
const at = (seconds: number) => new Date(start.getTime() + seconds * 1000);
const everyone = {
  search: "",
  sort: "since",
  descending: true,
  cursor: null,
  perPage: 50,
} as const;
const WRONG = "mira@example.com";
const RIGHT = "mira@example.org";

describeOnBothDatabases("the email of an order", (openFresh) => {
  let database: Database;
  let db: Db;
  let orderId: string;
  let placedBy: string;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await deleteCheckouts(db);
    await db.delete(users);
    ({ orderId, visitorHash: placedBy } = await placedOrder(db, { now: start }));
  });

  const stored = async () => {
    const order = await findOrder(db, orderId);
    if (!order) throw new Error("there is no order");
    return order;
  };
  const refuse = async (seconds = 1) => {
    const mail = await claimMail(db, at(seconds));
    if (!mail) throw new Error("no mail is due");
    await markFailed(db, mail, "550 5.1.1 no such mailbox", at(seconds), { permanent: true });
    return mail;
  };
  const browser = (visitorHash: string): Viewer => ({ visitorHash, verifiedEmail: null });
  const refusedFor = async (viewer: Viewer) => readRefusedEmail(db, await stored(), viewer);
  const correct = async (
    email: string,
    options: { viewer?: Viewer; visitorHash?: string; seen?: string } = {},
  ) => {
    const { viewer = browser(placedBy), seen = WRONG } = options;
    const { visitorHash = viewer.visitorHash ?? placedBy } = options;
    const permit = await permitOf(db, "email", orderId, viewer);
    const input = { permit, order: await stored(), email, seen, visitorHash, ip: "192.0.2.1" };
    return correctEmail(db, { ...input, now: at(10) });
  };
  const ofOrder = async () => {
    const rows = await db.select().from(mails).orderBy(asc(mails.key));
    return rows.filter(({ message }) => "trackingKey" in message);
  };
  const keyIn = ({ message }: { message: object }) =>
    "trackingKey" in message ? String(message.trackingKey) : "";

  test("is shown as refused to its buyer, not to order id and email alone", async () => {
    const guesser = someVisitor();
    await grantAccess(db, orderId, guesser, { proven: false, now: start });
    expect(await refusedFor(browser(placedBy)), "before").toBeNull();
    await refuse();
    expect(await refusedFor(browser(placedBy))).toEqual({ address: WRONG, by: "link" });
    for (const viewer of [browser(guesser), browser(someVisitor())])
      await expect(correct(RIGHT, { viewer })).rejects.toThrow("email needs more than");
    expect(await stored()).toMatchObject({ email: WRONG });
  });

  test("is corrected: its mails are sent again there, with a link that works", async () => {
    const refused = await refuse();
    const waits = { ...refused.message, template: "order-completed" as const, reason: null };
    await enqueueMail(db, {
      key: "later",
      to: anyAddress(WRONG),
      message: waits as never,
      now: at(60),
    });
    expect(await correct(RIGHT)).toEqual({ ok: true, value: undefined });
    expect(await stored()).toMatchObject({ email: RIGHT, version: 2 });
    const sent = await ofOrder();
    expect(sent).toMatchObject([
      { key: "later", to: RIGHT, nextAttemptAt: at(60) },
      { key: refused.key, to: RIGHT, failedAt: null, refused: false, nextAttemptAt: at(10) },
    ]);
    const key = await trackingKey(db, orderId);
    expect(sent.map(keyIn)).toEqual([key, key]);
    expect(await isTrackingKey(db, orderId, key)).toBe(true);
    expect(await isTrackingKey(db, orderId, keyIn(refused)), "the earlier link").toBe(false);
    expect(await refusedFor(browser(placedBy))).toBeNull();
    const { checkoutId } = await stored();
    expect(await db.select().from(checkouts).where(eq(checkouts.id, checkoutId))).toMatchObject([
      { email: RIGHT },
    ]);
    expect((await orderHistory(db, orderId)).at(-1)).toMatchObject({
      type: "email",
      data: { from: WRONG, to: RIGHT, by: "customer" },
    });
    expect(await db.select().from(auditLog).where(eq(auditLog.subjectId, orderId))).toMatchObject([
      { action: "order.email", ip: "192.0.2.1" },
    ]);
  });

  test("the address before loses the order: by lookup, by earlier links, and in the list of customers", async () => {
    const [stranger, guesser, other] = [someVisitor(), someVisitor(), someVisitor()];
    await grantAccess(db, orderId, stranger, { proven: true, now: start });
    await grantAccess(db, orderId, guesser, { proven: false, now: start });
    await refuse();
    // The buyer has followed a link in another browser.
    await grantAccess(db, orderId, other, { proven: true, now: start });
    expect(await correct(RIGHT, { viewer: browser(other) })).toMatchObject({ ok: true });
    expect(await findOrderByEmail(db, orderId, WRONG)).toEqual({ ok: false, error: "not-found" });
    expect(await findOrderByEmail(db, orderId, RIGHT)).toMatchObject({ ok: true });
    for (const visitor of [stranger, guesser])
      expect(await findAccess(db, orderId, visitor)).toBeNull();
    for (const visitor of [other, placedBy])
      expect(await findAccess(db, orderId, visitor)).toEqual({ proven: true });
    const { customers } = await listCustomers(db, everyone);
    expect(customers.map(({ email, orders }) => [email, orders])).toEqual([[RIGHT, 1]]);
  });

  test("the same address has its mails sent again, and nothing else changes", async () => {
    const before = keyIn(await refuse());
    expect(await correct(WRONG)).toMatchObject({ ok: true });
    expect(await ofOrder()).toMatchObject([{ to: WRONG, failedAt: null, nextAttemptAt: at(10) }]);
    expect(await trackingKey(db, orderId)).toBe(before);
    expect(await stored()).toMatchObject({ version: 1 });
    expect((await orderHistory(db, orderId)).map(({ type }) => type)).toEqual(["placed"]);
  });

  test("is corrected once, from the page that showed it, and only after a refusal", async () => {
    const closed = { ok: false, error: "closed" };
    expect(await correct(RIGHT)).toEqual(closed);
    const [mail] = await ofOrder();
    if (!mail) throw new Error("no mail");
    // Given up after a day, which says nothing about the address.
    await markFailed(db, mail, "421 busy", at(90_000));
    expect(await correct(RIGHT)).toEqual(closed);
    await markFailed(db, mail, "550 no such mailbox", at(90_001), { permanent: true });
    expect(await correct(RIGHT, { seen: "eve@example.com" })).toEqual(closed);
    const results = await Promise.all([correct(RIGHT), correct("mira@example.net")]);
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  });

  test("of an account is not taken from it by a link; its owner moves the order", async () => {
    await insertUser(db, { id: "mira", email: WRONG });
    await refuse();
    expect(await refusedFor(browser(placedBy))).toEqual({ address: WRONG, by: "account-only" });
    expect(await correct(RIGHT)).toEqual({ ok: false, error: "closed" });
    const owner: Viewer = { visitorHash: null, verifiedEmail: WRONG };
    expect(await refusedFor(owner)).toEqual({ address: WRONG, by: "account" });
    const visitorHash = someVisitor();
    expect(await correct(RIGHT, { viewer: owner, visitorHash })).toMatchObject({ ok: true });
    expect(await findAccess(db, orderId, visitorHash)).toEqual({ proven: true });
    await db.update(users).set({ emailVerified: false });
    await refuse(20);
    const [viewer, seen] = [browser(placedBy), RIGHT];
    expect(await correct(WRONG, { viewer, seen }), "not confirmed").toMatchObject({ ok: true });
  });

  test("a mail that was being sent to the address before is sent to the new one as well", async () => {
    await enqueueMail(db, { key: "second", ...(await twin()), now: at(0) } as never);
    await refuse();
    const onItsWay = await claimMail(db, at(2));
    if (!onItsWay) throw new Error("no mail is due");
    await correct(RIGHT);
    await markSent(db, onItsWay, at(11));
    await markFailed(db, onItsWay, "550 no such mailbox", at(12), { permanent: true });
    expect(await ofOrder()).toMatchObject([
      { to: RIGHT, sentAt: null, failedAt: null },
      { to: RIGHT, sentAt: null, failedAt: null },
    ]);
  });

  const twin = async () => {
    const [mail] = await ofOrder();
    if (!mail) throw new Error("no mail");
    return { to: WRONG, message: mail.message };
  };
});
