import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { mails } from "../mail/tables.ts";
import { settings } from "../settings/tables.ts";
import { insertUser } from "../loyalty/test-orders.ts";
import { renderMail } from "../mail/render.server.tsx";
import { recordOutputs } from "../payments/outputs.server.ts";
import { defaultPaymentPolicy as policy } from "#shop/payments/model/payment.ts";
import { recordTip } from "#shop/payments/poller/watch.server.ts";
import { completeMessage } from "../../tests/complete-mails.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { checkoutAtPayment, placedOrder, seenOutput } from "../../tests/make.ts";
import { sendDailySummary } from "./daily-summary.server.ts";

const yesterday = new Date("2026-11-19T12:00:00Z");
const at = (hour: string) => new Date(`2026-11-20T${hour}:00Z`);

describeOnBothDatabases("the daily summary", (openFresh) => {
  let database: Database;
  let db: Db;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
    await insertUser(db, { id: "robin", role: "admin" });
    await recordTip(db, { height: 100, hash: "block-100" }, yesterday);
    await placedOrder(db, { now: yesterday });
    const { address, sats } = await checkoutAtPayment(db, { now: yesterday });
    await recordOutputs(db, {
      address,
      complete: true,
      rateCents: null,
      outputs: [seenOutput(sats, { height: 100, time: yesterday })],
      policy,
      now: yesterday,
    });
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await db.delete(mails);
    await db.delete(settings);
  });

  const enable = (timeZone = "UTC") =>
    db.insert(settings).values([
      { name: "dailySummary", value: true },
      { name: "timeZone", value: timeZone },
    ]);
  const sentMails = async () =>
    (await db.select().from(mails)).map(({ to, message }) => ({ to, message }));

  test("is sent once a day, from 7 in the morning, about the day before", async () => {
    await enable();
    await sendDailySummary(db, at("06:59"));
    expect(await sentMails()).toEqual([]);
    for (const hour of ["07:00", "08:00", "23:59"]) await sendDailySummary(db, at(hour));
    const message = {
      template: "admin-daily",
      day: "2026-11-19",
      orders: 2,
      salesCents: 1499,
      visits: 0,
      undelivered: 1,
      reviews: 0,
      failedMails: 0,
    };
    expect(await sentMails()).toEqual([{ to: "robin@example.com", message }]);
  });

  test("uses the shop's time zone", async () => {
    await enable("America/New_York");
    await sendDailySummary(db, at("11:59"));
    expect(await sentMails()).toEqual([]);
    await sendDailySummary(db, at("12:00"));
    expect(await sentMails()).toMatchObject([{ message: { day: "2026-11-19", orders: 2 } }]);
  });

  test("is not sent while the setting is off", async () => {
    await sendDailySummary(db, at("12:00"));
    expect(await sentMails()).toEqual([]);
  });

  test("renders as a mail", async () => {
    await enable();
    await sendDailySummary(db, at("12:00"));
    const [mail] = await sentMails();
    if (!mail) throw new Error("no mail");
    const shop = {
      shopName: "Satchel",
      supportEmail: "help@example.com",
      appUrl: "https://s.example",
    };
    const { subject, text } = renderMail(await completeMessage(db, mail), shop);
    expect(subject).toBe("Satchel: 19 Nov 2026 in figures");
    expect(text).toContain("2 orders placed, $14.99 in sales, 0 visits.");
    expect(text).toContain("1 paid order waits for coins.");
  });
});
