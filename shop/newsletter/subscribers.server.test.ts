import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { mails } from "../mail/tables.ts";
import { subscribers } from "./tables.ts";
import { settings } from "../settings/tables.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import type { SubscriberLink } from "./subscriber.ts";
import {
  requestSubscription,
  confirmSubscription,
  findSubscription,
  deleteSubscriber,
  deleteUnconfirmedSubscribers,
  subscribeAgain,
  unsubscribe,
} from "./subscribers.server.ts";
import { unsubscribePaths } from "./subscriber-links.server.ts";
import { clearNewsletters } from "./test-newsletters.ts";

const now = new Date("2026-11-20T08:00:00Z");
const daysAfter = (days: number, ms = 0) => new Date(now.getTime() + days * 86_400_000 + ms);

describeOnBothDatabases("subscribers", (openFresh) => {
  let database: Database;
  let db: Db;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
  });
  afterAll(() => database.close());
  beforeEach(() => clearNewsletters(db));

  const request = (email = "mira@example.com", at = now) =>
    requestSubscription(db, { email, source: "/", now: at });
  const all = async () =>
    (await db.select().from(subscribers)).map(({ email, confirmedAt, unsubscribedAt }) => ({
      email,
      confirmedAt,
      unsubscribedAt,
    }));
  const sentPaths = async () =>
    (await db.select().from(mails).orderBy(mails.createdAt)).map(({ to, message }) => ({
      to,
      template: message.template,
      path: "path" in message ? message.path : "",
    }));
  const linkOf = (path: string): SubscriberLink => {
    const { searchParams } = new URL(path, "https://shop.example");
    const text = (name: string) => searchParams.get(name) ?? "";
    return { id: text("id"), key: text("key"), until: Number(text("until")) };
  };
  const confirmLink = async () => linkOf((await sentPaths()).at(-1)?.path ?? "");
  const unsubscribeLink = async () => {
    const [row] = await db.select().from(subscribers);
    const id = row?.id ?? "";
    return linkOf((await unsubscribePaths(db, [id])).get(id) ?? "");
  };

  test("a request only sends a link; following it subscribes", async () => {
    await request("  Mira@Example.com ");
    expect(await all()).toEqual([
      { email: "mira@example.com", confirmedAt: null, unsubscribedAt: null },
    ]);
    expect(await sentPaths()).toEqual([
      { to: "mira@example.com", template: "newsletter-confirm", path: expect.any(String) },
    ]);
    const link = await confirmLink();
    expect(await confirmSubscription(db, link, daysAfter(7, -1))).toMatchObject({ ok: true });
    expect(await all()).toMatchObject([{ confirmedAt: daysAfter(7, -1), unsubscribedAt: null }]);
    // Repeating it changes nothing.
    expect(await confirmSubscription(db, link, daysAfter(7, -1))).toMatchObject({ ok: true });
    expect(await all()).toMatchObject([{ confirmedAt: daysAfter(7, -1) }]);
  });

  test("a confirmation link expires after 7 days and cannot be forged", async () => {
    await request();
    const link = await confirmLink();
    const refused = { ok: false, error: "invalid" };
    expect(await confirmSubscription(db, link, daysAfter(7))).toEqual(refused);
    expect(await confirmSubscription(db, { ...link, until: link.until + 1 }, now)).toEqual(refused);
    expect(await confirmSubscription(db, { ...link, key: "" }, now)).toEqual(refused);
    expect(await confirmSubscription(db, { ...link, until: Number.NaN }, now)).toEqual(refused);
    expect(await confirmSubscription(db, { ...link, id: "unknown" }, now)).toEqual(refused);
    const other = await unsubscribeLink();
    expect(await confirmSubscription(db, { ...other, until: link.until }, now)).toEqual(refused);
    expect(await all()).toMatchObject([{ confirmedAt: null }]);
  });

  test("a request for a subscribed address has the same response and sends a notice", async () => {
    await request();
    await confirmSubscription(db, await confirmLink(), now);
    await request("mira@example.com", daysAfter(1));
    expect(await sentPaths()).toMatchObject([
      { template: "newsletter-confirm" },
      { template: "newsletter-already", path: expect.stringContaining("/newsletter/unsubscribe?") },
    ]);
    expect(await all()).toHaveLength(1);
  });

  test("subscribing works while newsletters are switched off", async () => {
    await db.delete(settings);
    await request();
    expect(await all()).toHaveLength(1);
    expect(await sentPaths()).toHaveLength(1);
  });

  test("unsubscribing can be undone by the same link, if the subscription was confirmed", async () => {
    await request();
    const link = await unsubscribeLink();
    expect(await subscribeAgain(db, link, now)).toEqual({ ok: false, error: "invalid" });
    await confirmSubscription(db, await confirmLink(), now);
    expect(await unsubscribe(db, { ...link, key: `${link.key}x` }, now)).toEqual({
      ok: false,
      error: "invalid",
    });
    expect(await unsubscribe(db, link, daysAfter(1))).toMatchObject({ ok: true });
    expect(await unsubscribe(db, link, daysAfter(2))).toMatchObject({ ok: true });
    expect(await all()).toMatchObject([{ unsubscribedAt: daysAfter(1) }]);
    expect(await findSubscription(db, link)).toMatchObject({ value: { state: "unsubscribed" } });

    expect(await subscribeAgain(db, link, daysAfter(3))).toMatchObject({ ok: true });
    expect(await all()).toMatchObject([{ confirmedAt: daysAfter(3), unsubscribedAt: null }]);
  });

  test("an unsubscribed address can subscribe again, with a new confirmation", async () => {
    await request();
    await confirmSubscription(db, await confirmLink(), now);
    await unsubscribe(db, await unsubscribeLink(), daysAfter(1));
    await request("mira@example.com", daysAfter(2));
    expect(await all()).toMatchObject([{ unsubscribedAt: daysAfter(1) }]);
    await confirmSubscription(db, await confirmLink(), daysAfter(3));
    expect(await all()).toMatchObject([{ confirmedAt: daysAfter(3), unsubscribedAt: null }]);
  });

  test("the link of a deleted subscriber reports them as unsubscribed", async () => {
    await request();
    const [link, confirm] = [await unsubscribeLink(), await confirmLink()];
    await deleteSubscriber(db, "MIRA@example.com");
    expect(await all()).toEqual([]);
    expect(await findSubscription(db, link)).toMatchObject({
      value: { email: null, state: "unsubscribed" },
    });
    expect(await unsubscribe(db, link, now)).toMatchObject({ ok: true });
    expect(await confirmSubscription(db, confirm, now)).toEqual({ ok: false, error: "invalid" });
  });

  test("unconfirmed subscribers are deleted when their link expires; others are not", async () => {
    await request("mira@example.com");
    await request("oskar@example.com");
    await confirmSubscription(db, await confirmLinkOf("oskar@example.com"), now);
    await request("ines@example.com", daysAfter(1));
    await deleteUnconfirmedSubscribers(db, daysAfter(7, 1));
    expect((await all()).map(({ email }) => email).toSorted()).toEqual([
      "ines@example.com",
      "oskar@example.com",
    ]);
  });

  const confirmLinkOf = async (email: string) => {
    const [mail] = await db.select().from(mails).where(eq(mails.to, email));
    return linkOf(mail && "path" in mail.message ? mail.message.path : "");
  };
});
