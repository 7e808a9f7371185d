import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { newHolder } from "#db/holders.server.ts";
import { claimDueAddresses } from "#shop/payments/poller/schedule.server.ts";
import { sessions, users, verifications } from "../accounts/tables.ts";
import { apiKeys } from "../api-keys/tables.ts";
import { auditLog } from "../audit/tables.ts";
import { readAdapter } from "../delivery/adapter.server.ts";
import { configureAdapter } from "../delivery/test-delivery.ts";
import { mails } from "../mail/tables.ts";
import { newsletters } from "../newsletter/tables.ts";
import { paymentAddresses, quotes } from "../payments/tables.ts";
import { webhookDeliveries } from "../webhooks/tables.ts";
import { claimMail, enqueueMail, markSent } from "../mail/mails.server.ts";
import { claimLeases } from "../webhooks/leases.server.ts";
import { insertEndpoint } from "../webhooks/test-webhooks.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { checkoutAtPayment, someMail } from "../../tests/make.ts";
import { listMails } from "../mail/mail-list.server.ts";
import { retryMails } from "../mail-sending/resend-mails.server.ts";
import { prepareRestoredShop } from "./after-restore.server.ts";

const madeAt = new Date("2026-11-20T08:00:00Z");
const now = new Date("2027-03-01T08:00:00Z");
const undelivered = {
  search: "",
  state: "undelivered",
  audience: null,
  cursor: null,
  perPage: 50,
} as const;
const robin = { id: "robin", email: "robin@example.com", ip: null };

describeOnBothDatabases("a restored shop", (openFresh) => {
  let database: Database;
  let db: Db;
  const handedOut: string[] = [];
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
    await db.insert(users).values({
      ...robin,
      name: "Robin",
      emailVerified: true,
      role: "admin",
      referralCode: "R",
    });
    await db
      .insert(sessions)
      .values({ id: "s", userId: "robin", token: "t", expiresAt: new Date("2028-01-01") });
    await db.insert(verifications).values({
      id: "v",
      identifier: "reset-password:x",
      value: "robin",
      expiresAt: new Date("2028-01-01"),
    });
    await configureAdapter(db, "https://adapter.example/");
    await db.insert(apiKeys).values({
      name: "Bot",
      digest: "d",
      prefix: "satchel_live_x",
      scopes: ["orders:read"],
      createdAt: madeAt,
      createdBy: robin.email,
    });
    for (let i = 0; i < 3; i += 1)
      handedOut.push((await checkoutAtPayment(db, { now: madeAt })).address);
    await db
      .update(paymentAddresses)
      .set({ retiredAt: madeAt, nextCheckAt: new Date("2030-01-01") })
      .where(eq(paymentAddresses.address, handedOut[0] ?? ""));
    await db.delete(mails);
    await enqueueMail(db, { ...someMail("sent"), now: madeAt });
    await markSent(db, someMail("sent"), madeAt);
    await enqueueMail(db, { ...someMail("waiting"), now: madeAt });
    const [newsletter] = await db
      .insert(newsletters)
      .values({
        subject: "News",
        markdown: "Text",
        state: "sending",
        createdAt: madeAt,
        updatedAt: madeAt,
        startedAt: madeAt,
        nextSliceAt: madeAt,
      })
      .returning();
    await db.insert(mails).values({
      ...someMail("newsletter"),
      newsletterId: newsletter?.id ?? null,
      createdAt: madeAt,
      nextAttemptAt: madeAt,
    });
    await db.insert(webhookDeliveries).values({
      endpointId: await insertEndpoint(db),
      type: "webhook.test",
      createdAt: madeAt,
      nextAttemptAt: madeAt,
    });
    await db.transaction((tx) => prepareRestoredShop(tx, { madeAt, now }));
  });
  afterAll(() => database.close());

  test("issues no address to one checkout alone that may have been shown since", async () => {
    const { address, checkout } = await checkoutAtPayment(db, { now });
    expect(handedOut).not.toContain(address);
    const rows = await db.select().from(paymentAddresses).orderBy(paymentAddresses.keyIndex);
    const sharedAt = rows.filter((row) => row.checkoutId === null).map(({ keyIndex }) => keyIndex);
    // The next index, so that the owner's wallet finds it.
    expect(sharedAt).toEqual([3]);
    const [quote] = await db.select().from(quotes).where(eq(quotes.checkoutId, checkout.id));
    expect(quote?.policy?.tolerancePercent).toBe(0);
  });

  test("quotes no amount on the fixed address that may have been quoted since", async () => {
    const address = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
    const { sats } = await checkoutAtPayment(db, { now, addresses: { kind: "fixed", address } });
    // Without a restore it is 14,990.
    expect(sats).toBe(14_991);
  });

  test("polls the addresses that were recent at the time of the backup, however old it is", async () => {
    const due = await claimDueAddresses(db, 8, now);
    expect(due.map(({ address }) => address)).toEqual(expect.arrayContaining(handedOut));
  });

  test("has ended all sessions and invalidated mailed links", async () => {
    expect(await db.$count(sessions)).toBe(0);
    expect(await db.$count(verifications)).toBe(0);
  });

  test("accepts no API key that may have been revoked since", async () => {
    const keys = await db.select({ revokedAt: apiKeys.revokedAt }).from(apiKeys);
    expect(keys).toEqual([{ revokedAt: now }]);
  });

  test("sends no mail that may have been sent since, until an administrator retries it", async () => {
    expect(await claimMail(db, now)).toBeNull();
    expect(await listMails(db, undelivered)).toMatchObject({
      mails: [
        {
          key: "waiting",
          attempts: 0,
          state: "failed",
          error:
            "Restored from the backup of 2026-11-20 08:00 UTC: it may have been sent since then",
        },
      ],
    });
    expect(await retryMails(db, { actor: robin, now })).toMatchObject({ ok: true });
    expect((await claimMail(db, now))?.key).toBe("waiting");
    expect(await claimMail(db, now)).toBeNull();
  });

  test("delivers no webhook that may have been delivered since", async () => {
    expect(await claimLeases(db, { holder: newHolder(), now })).toEqual([]);
    expect(await db.select().from(webhookDeliveries)).toMatchObject([{ failedAt: now }]);
  });

  test("has stopped its newsletter, and records the restore in the audit log", async () => {
    expect((await db.select().from(newsletters)).map(({ state }) => state)).toEqual(["stopped"]);
    const entries = await db
      .select({ action: auditLog.action, data: auditLog.data })
      .from(auditLog)
      .where(eq(auditLog.actorEmail, "the shop"))
      .orderBy(auditLog.id);
    expect(entries).toEqual([
      {
        action: "newsletter.stopped",
        data: { reason: "restored from the backup of 2026-11-20 08:00 UTC" },
      },
      {
        action: "shop.restored",
        data: {
          backupOf: "2026-11-20T08:00:00.000Z",
          invoiceSeries: expect.stringMatching(/^[A-Z]{4}$/),
          heldMails: 1,
          heldNotifications: 0,
          heldWebhooks: 1,
          revokedKeys: 1,
          deliveryOff: true,
        },
      },
    ]);
  });

  test("has the delivery adapter off: what was delivered by hand since waits again", async () => {
    expect(await readAdapter(db)).toBeNull();
  });
});
