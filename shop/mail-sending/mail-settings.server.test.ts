import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { addMs, MINUTE_MS } from "#lib/time.ts";
import { defaultPaymentPolicy as policy } from "#shop/payments/model/payment.ts";
import { recordTip } from "#shop/payments/poller/watch.server.ts";
import { requestTopUp } from "#shop/payments/review/top-up.server.ts";
import { recordRefund } from "#shop/payments/review/chain-refunds.server.ts";
import { sessions, users } from "../accounts/tables.ts";
import { mails } from "../mail/tables.ts";
import { newsletters, subscribers } from "../newsletter/tables.ts";
import { settings } from "../settings/tables.ts";
import { notifyNewSignIn, mailPasswordChanged } from "../accounts/security-mails.server.ts";
import { sendAccountMail } from "../accounts/account-mails.server.ts";
import { requestPasswordReset } from "../accounts/reset-password.server.ts";
import { startMailer } from "../mail/mails.jobs.server.ts";
import { sendNextBatch, startSending } from "../newsletter/sending.server.ts";
import { requestSubscription } from "../newsletter/subscribers.server.ts";
import { someDraft } from "../newsletter/test-newsletters.ts";
import { setOrderStatus } from "../orders/order-changes.server.ts";
import { findOrder } from "../orders/orders.server.ts";
import { recordOutputs } from "../payments/outputs.server.ts";
import type { Settings } from "../settings/settings.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { collectLines } from "../../tests/log.ts";
import {
  eventually,
  deleteCheckouts,
  placedOrder,
  seenOutput,
  startTestSandbox,
  type TestSandbox,
} from "../../tests/make.ts";
import { createHealthWatch } from "../operations/alerts.server.ts";
import { sendDailySummary } from "../reports/daily-summary.server.ts";
import { completeMails } from "./complete-mail.server.ts";

const boss = { id: "robin", email: "robin@example.com", ip: null };
const mira = { name: "Mira Holt", email: "mira@example.com", emailVerified: true };

const mailSettings = [
  "orderConfirmation",
  "orderCompleted",
  "orderFailed",
  "marketingEmails",
  "newOrders",
  "paymentConfirmations",
  "systemAlerts",
  "dailySummary",
] as const satisfies readonly (keyof Settings)[];
type MailSetting = (typeof mailSettings)[number];

/** The subject of each mail, and the setting that switches it off; null if there is none. */
const expectedMails: readonly [subject: RegExp, setting: MailSetting | null][] = [
  [/order \w{7} is placed/, "orderConfirmation"],
  [/order \w{7}: payment seen/, "orderConfirmation"],
  [/order \w{7}: payment confirmed/, "orderConfirmation"],
  [/part of the payment for order \w{7} is missing/, "orderConfirmation"],
  [/order \w{7}: your payment is in review/, "orderConfirmation"],
  [/money sent back for order \w{7}/, "orderFailed"],
  [/order \w{7} is completed/, "orderCompleted"],
  [/order \w{7} was rejected/, "orderFailed"],
  [/confirm your email address/, null],
  [/choose a new password/, null],
  [/your password was changed/, null],
  [/new sign-in to your account/, null],
  [/new order \w{7}/, "newOrders"],
  [/order \w{7} is paid/, "paymentConfirmations"],
  [/order \w{7} needs a decision/, "paymentConfirmations"],
  [/no Bitcoin price/i, "systemAlerts"],
  [/\d+ \w{3} \d{4} in figures/, "dailySummary"],
  [/confirm your subscription/, null],
  [/^Cheaper coins$/, "marketingEmails"],
];

describeOnBothDatabases("mail settings", (openFresh) => {
  let database: Database;
  let db: Db;
  let world: TestSandbox;
  let mailer: { stop: () => Promise<void> };
  const lines: string[] = [];
  beforeAll(async () => {
    [database, world] = await Promise.all([openFresh(), startTestSandbox()]);
    ({ db } = database);
    await db.insert(users).values([
      { ...boss, name: "Robin", role: "admin", referralCode: "ROBIN" },
      { ...mira, id: "mira", referralCode: "MIRA" },
    ]);
    mailer = startMailer(db, {
      smtpUrl: world.smtpUrl,
      from: "The shop <shop@shop.example>",
      appUrl: "https://shop.example",
      complete: completeMails(db, { appUrl: "https://shop.example" }),
      deliveryTexts: async () => null,
      log: collectLines(lines),
    });
  });
  afterAll(async () => {
    await mailer.stop();
    await Promise.all([database.close(), world.close()]);
  });
  beforeEach(async () => {
    await deleteCheckouts(db);
    await db.delete(settings);
    await db.delete(sessions);
    await db.delete(newsletters);
    await db.delete(subscribers);
    await world.send("DELETE", "/sandbox/mail/messages");
  });

  const subjects = async () =>
    (await world.get<{ subject: string }[]>("/sandbox/mail/messages")).map(
      ({ subject }) => subject,
    );

  /** Places an order, with the functions that pay for it and decide about its payment. */
  async function placed(now: Date) {
    const made = await placedOrder(db, { now });
    const { checkout, orderId } = made;
    const recordPayment = (sats: number, height: number | undefined, at: Date) =>
      recordOutputs(db, {
        address: made.address,
        complete: true,
        rateCents: null,
        outputs: [seenOutput(sats, { txid: made.address, ...(height && { height }), time: now })],
        policy,
        now: at,
      });
    const deciding = async (receivedSats: number, at: Date) => ({
      subject: { checkoutId: checkout.id },
      actor: boss,
      reason: "as agreed",
      seen: { version: (await findOrder(db, orderId))?.version ?? 0, receivedSats },
      policy,
      now: at,
    });
    return { ...made, recordPayment, deciding };
  }

  /** Triggers every kind of mail. */
  async function triggerAllMails(now: Date): Promise<void> {
    const minutesAfter = (count: number) => addMs(now, count * MINUTE_MS);
    await recordTip(db, { height: 100, hash: "block-100" }, now);
    const good = await placed(now);
    await good.recordPayment(good.sats, undefined, minutesAfter(1));
    await good.recordPayment(good.sats, 100, minutesAfter(2));
    const { orderId } = good;
    for (const status of ["completed", "rejected"] as const)
      await setOrderStatus(db, {
        orderId,
        version: null,
        status,
        actor: boss,
        now: minutesAfter(3),
      });
    const short = await placed(now);
    await short.recordPayment(5_000, undefined, minutesAfter(4));
    await short.recordPayment(5_000, undefined, minutesAfter(61));
    await requestTopUp(db, {
      ...(await short.deciding(5_000, minutesAfter(62))),
      at: "held",
      rate: null,
    });
    await recordRefund(db, {
      ...(await short.deciding(5_000, minutesAfter(63))),
      refund: { sats: 5_000, address: short.address, txid: "ab".repeat(32) },
      network: "mainnet",
    });

    await sendAccountMail(db, "verify-email", mira, "https://shop.example/verify", `v${+now}`);
    await requestPasswordReset(db, mira.email, now);
    await mailPasswordChanged(db, mira, { userAgent: null, ipAddress: null }, now);
    for (const ipAddress of ["203.0.113.9", `198.51.${now.getDate()}.1`]) {
      const session = {
        id: ipAddress,
        userId: "mira",
        token: ipAddress,
        expiresAt: minutesAfter(60),
      };
      const [row] = await db
        .insert(sessions)
        .values({ ...session, ipAddress, userAgent: null })
        .returning();
      if (row) await notifyNewSignIn(db, mira, row, now);
    }

    const checkHealth = createHealthWatch(db);
    const down = {
      price: false,
      chain: true,
      hosts: true,
      lightning: true,
      delivery: true,
      housekeeping: true,
    };
    for (const at of [now, minutesAfter(6)]) await checkHealth(down, at);
    await sendDailySummary(db, new Date(`${now.toISOString().slice(0, 10)}T23:00:00Z`));
    await requestSubscription(db, { email: `new-${+now}@example.com`, source: "footer", now });
    const times = { requestedAt: now, confirmedAt: now };
    await db.insert(subscribers).values({ email: "reader@example.com", source: "/", ...times });
    const id = await someDraft(db, boss);
    await startSending(db, { id, version: 1, actor: boss, now });
    await sendNextBatch(db, minutesAfter(1));
  }

  const allSent = async () =>
    (await db.select().from(mails)).every(({ sentAt }) => sentAt !== null);

  test("with all settings on, every mail arrives", async () => {
    await db.insert(settings).values(mailSettings.map((name) => ({ name, value: true })));
    await triggerAllMails(new Date("2025-10-01T08:00:00Z"));
    await eventually(allSent).toBe(true);
    const arrived = await subjects();
    for (const [subject] of expectedMails)
      expect(arrived).toContainEqual(expect.stringMatching(subject));
    expect(lines).toEqual([]);
  });

  test.each(mailSettings)("with %s off, only its mails are not sent", async (off) => {
    await db.insert(settings).values(mailSettings.map((name) => ({ name, value: name !== off })));
    // A day of its own in the past: mails that are due in the future would not be sent.
    await triggerAllMails(new Date(Date.UTC(2025, 9, mailSettings.indexOf(off) + 2, 8)));
    await eventually(allSent).toBe(true);
    const arrived = await subjects();
    for (const [subject, setting] of expectedMails)
      expect(
        arrived.some((one) => subject.test(one)),
        String(subject),
      ).toBe(setting !== off);
  });
});
