import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { auditLog } from "../audit/tables.ts";
import { webhookDeliveries, webhookEndpoints } from "./tables.ts";
import { boss, insertBoss, insertOrder, insertUser } from "../loyalty/test-orders.ts";
import { addEvent } from "../orders/orders.server.ts";
import { readDashboard } from "../reports/dashboards.server.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { type WebhookReceiver, startReceiver } from "../../tests/webhook-receiver.ts";
import {
  createEndpoint,
  deleteEndpoint,
  rollSecret,
  sendTestEvent,
  updateEndpoint,
} from "./endpoint-changes.server.ts";
import { findEndpoint, listEndpoints } from "./endpoints.server.ts";
import { signatureOf } from "./signature.server.ts";
import { at, deleteWebhooks, insertEndpoint, sendDue } from "./test-webhooks.ts";
import { ENDPOINTS_MAX, type EndpointValues } from "./webhook.ts";

const customer = { id: "customer", email: "customer@example.com", ip: null };
const policy = { allowPrivate: false, httpsOnly: true };
const resolve = async (name: string) => [name.startsWith("inside") ? "10.0.0.1" : "1.1.1.1"];
const values: EndpointValues = {
  url: "https://receiver.example/hook",
  events: ["order.placed"],
  enabled: true,
};

describeOnBothDatabases("changes of webhooks", (openFresh) => {
  let database: Database;
  let db: Db;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
    await insertBoss(db);
    await insertUser(db, { id: "customer" });
  });
  afterAll(() => database.close());
  beforeEach(() => deleteWebhooks(db));

  const saving = { values, policy, resolve, actor: boss, now: at(0) };
  const which = (id: number, version = 1) => ({ id, version, actor: boss, now: at(10) });
  const created = async () => {
    const result = await createEndpoint(db, saving);
    if (!result.ok) throw new Error(result.error);
    return result.value;
  };
  const audited = async () => {
    const rows = await db.select().from(auditLog).orderBy(asc(auditLog.id));
    return rows.map(({ action, subject, subjectId, data }) => ({
      action,
      subject,
      subjectId,
      data,
    }));
  };

  test("an endpoint is created with a secret that is returned once, and audited without it", async () => {
    const { id, secret } = await created();
    expect(await findEndpoint(db, id)).toEqual({
      id,
      ...values,
      version: 1,
      createdAt: at(0),
      failures: 0,
      failingSince: null,
    });
    expect(await listEndpoints(db)).toMatchObject([{ id, last: null }]);
    expect(await audited()).toEqual([
      { action: "webhook.created", subject: "webhook", subjectId: String(id), data: values },
    ]);
    const [row] = await db.select().from(webhookEndpoints);
    expect(row?.secret).toBe(secret);
    expect(JSON.stringify([await audited(), await listEndpoints(db)])).not.toContain(secret);
  });

  test("private addresses, plain http and unknown hosts are rejected, on creation and on change", async () => {
    const { id } = await created();
    for (const [url, error] of [
      ["https://inside.example/", "private"],
      ["https://127.0.0.1/", "private"],
      ["http://receiver.example/", "https-only"],
    ] as const) {
      const other = { ...saving, values: { ...values, url } };
      expect(await createEndpoint(db, other)).toEqual({ ok: false, error });
      expect(await updateEndpoint(db, { ...other, ...which(id) })).toEqual({ ok: false, error });
    }
    expect(await db.$count(webhookEndpoints)).toBe(1);
    expect(await audited()).toHaveLength(1);
  });

  test("there are no more than twenty, also when two add the last one at once", async () => {
    for (let i = 1; i < ENDPOINTS_MAX; i += 1) await insertEndpoint(db);
    const results = await Promise.all([createEndpoint(db, saving), createEndpoint(db, saving)]);
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(results).toContainEqual({ ok: false, error: "too-many" });
    expect(await db.$count(webhookEndpoints)).toBe(ENDPOINTS_MAX);
  });

  test("a change is based on what was seen, and says what it was before", async () => {
    const { id } = await created();
    const other = { ...values, url: "https://other.example/", events: ["order.deleted" as const] };
    const change = { ...saving, ...which(id), values: other };
    expect(await updateEndpoint(db, change)).toMatchObject({ ok: true });
    expect(await updateEndpoint(db, change)).toEqual({ ok: false, error: "stale" });
    expect(await findEndpoint(db, id)).toMatchObject({ ...other, version: 2 });
    expect((await audited()).at(-1)).toMatchObject({
      action: "webhook.updated",
      data: { before: values, after: other },
    });
    for (const verb of [rollSecret, deleteEndpoint, sendTestEvent])
      expect(await verb(db, which(id))).toEqual({ ok: false, error: "stale" });
  });

  test("only administrators make changes, and only to endpoints that exist", async () => {
    const { id } = await created();
    const before = await audited();
    const theirs = { ...which(id), actor: customer };
    const refused = { ok: false, error: "forbidden" };
    expect(await createEndpoint(db, { ...saving, actor: customer })).toEqual(refused);
    expect(await updateEndpoint(db, { ...saving, ...theirs })).toEqual(refused);
    for (const verb of [rollSecret, deleteEndpoint, sendTestEvent]) {
      expect(await verb(db, theirs)).toEqual(refused);
      expect(await verb(db, which(id + 1))).toEqual({ ok: false, error: "not-found" });
    }
    expect(await audited()).toEqual(before);
  });

  test("what waits for one that is switched off is given up, and nothing new is queued", async () => {
    await insertOrder(db, { id: "AAAAAAA", buyer: "mira" });
    const { id } = await created();
    await addEvent(db, "AAAAAAA", "placed", {}, at(1));
    const off = { ...saving, ...which(id), values: { ...values, enabled: false } };
    expect(await updateEndpoint(db, off)).toMatchObject({ ok: true });
    await addEvent(db, "AAAAAAA", "placed", {}, at(11));
    expect(await db.select().from(webhookDeliveries)).toMatchObject([
      { failedAt: at(10), lastError: "The endpoint was switched off" },
    ]);
    expect(await sendTestEvent(db, which(id, 2))).toEqual({ ok: false, error: "off" });
  });

  test("deleting takes along what was sent", async () => {
    const { id } = await created();
    await sendTestEvent(db, which(id));
    expect(await db.$count(webhookDeliveries)).toBe(1);
    expect(await deleteEndpoint(db, which(id))).toMatchObject({ ok: true });
    expect(await db.$count(webhookDeliveries)).toBe(0);
    expect(await findEndpoint(db, id)).toBeNull();
    expect((await audited()).map(({ action }) => action)).toEqual([
      "webhook.created",
      "webhook.tested",
      "webhook.deleted",
    ]);
  });

  describe("sent to a receiver", () => {
    let receiver: WebhookReceiver;
    beforeEach(async () => {
      receiver = await startReceiver();
      return receiver.close;
    });

    test("a test says that it is one; after a roll messages are signed with the new secret", async () => {
      const id = await insertEndpoint(db, { url: receiver.url, secret: "whsec_old" });
      await sendTestEvent(db, which(id));
      await sendDue(db, at(11));
      expect(receiver.received[0]?.body).toMatchObject({
        type: "webhook.test",
        data: { order: null, changed: {} },
      });
      const rolled = await rollSecret(db, which(id));
      const secret = rolled.ok ? rolled.value : "";
      await sendTestEvent(db, which(id, 2));
      await sendDue(db, at(12));
      const [before, after] = receiver.received.map(({ text, headers }) => ({
        text,
        signature: headers["satchel-signature"],
      }));
      expect(before?.signature).toBe(signatureOf("whsec_old", before?.text ?? "", at(11)));
      expect(after?.signature).toBe(signatureOf(secret, after?.text ?? "", at(12)));
      expect(JSON.stringify(await audited())).not.toContain(secret);
    });

    test("one that fails three times in a row is on the dashboard, until it takes something", async () => {
      const failing = async () =>
        (await readDashboard(db, { timeZone: "UTC", now: at(190) })).attention.failingWebhooks;
      receiver.respondWith(404);
      const id = await insertEndpoint(db, { url: receiver.url });
      await sendTestEvent(db, which(id));
      for (const seconds of [10, 20]) await sendDue(db, at(seconds));
      expect(await failing()).toEqual({ count: 0, first: null });
      await sendDue(db, at(40));
      expect(await failing()).toEqual({
        count: 1,
        first: { id, url: receiver.url, minutes: 3 },
      });
      expect(await listEndpoints(db)).toMatchObject([
        { failures: 3, last: { state: "waiting", at: at(10) } },
      ]);
      receiver.respondWith(200);
      await sendDue(db, at(80));
      expect(await failing()).toEqual({ count: 0, first: null });
      expect(await listEndpoints(db)).toMatchObject([
        { failures: 0, last: { state: "delivered", at: at(80) } },
      ]);
    });

    test("another URL is another receiver: what waits goes there, and it has not failed yet", async () => {
      const closed = await startReceiver();
      await closed.close();
      const id = await insertEndpoint(db, { url: closed.url });
      await sendTestEvent(db, which(id));
      for (const seconds of [10, 20, 40]) await sendDue(db, at(seconds));
      const moved = { ...values, url: receiver.url };
      const anywhere = { allowPrivate: true, httpsOnly: false };
      await updateEndpoint(db, { ...saving, ...which(id), values: moved, policy: anywhere });
      expect(await findEndpoint(db, id)).toMatchObject({ failures: 0, failingSince: null });
      await sendDue(db, at(100));
      expect(receiver.received).toHaveLength(1);
      const [row] = await db
        .select()
        .from(webhookDeliveries)
        .where(eq(webhookDeliveries.endpointId, id));
      expect(row?.deliveredAt).toEqual(at(100));
    });
  });
});
