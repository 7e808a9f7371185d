import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { boss, insertBoss } from "../loyalty/test-orders.ts";
import { setOrderStatus } from "../orders/order-changes.server.ts";
import { findOrder } from "../orders/orders.server.ts";
import { freePort } from "../../scripts/lib/postgres.mjs";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { eventually } from "../../tests/make.ts";
import { createAccountChecks } from "./account-checks.server.ts";
import { deliverAgain } from "./deliveries.server.ts";
import { readAdapterSecret, rollAdapterSecret } from "./secret.server.ts";
import {
  configureAdapter,
  deliverDue,
  deliveryOf,
  onlyPaidOrder,
  policy,
} from "./test-delivery.ts";

const program = fileURLToPath(
  new URL("../../examples/delivery-adapter/adapter.mjs", import.meta.url),
);

describeOnBothDatabases("the adapter in examples/delivery-adapter", (openFresh) => {
  let database: Database;
  let db: Db;
  let adapter: ChildProcess;
  let url = "";
  let port = 0;
  let printed = "";
  const dir = mkdtempSync(join(tmpdir(), "satchel-adapter-"));
  const file = join(dir, "delivered.jsonl");

  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
    await insertBoss(db);
    port = await freePort();
    url = `http://127.0.0.1:${port}/`;
    await configureAdapter(db, url);
  });
  afterAll(async () => {
    await kill();
    rmSync(dir, { recursive: true });
    await database.close();
  });
  beforeEach(() => {
    printed = "";
  });

  async function start() {
    const secret = await readAdapterSecret(db);
    const env = { PATH: process.env.PATH, DELIVERY_SECRET: secret, PORT: String(port), FILE: file };
    adapter = spawn(process.execPath, [program], { env, stdio: ["ignore", "pipe", "inherit"] });
    adapter.stdout?.on("data", (chunk) => (printed += String(chunk)));
    const statusOf = () =>
      fetch(url, { method: "POST", body: "{}" }).then(
        ({ status }) => status,
        () => "not there yet",
      );
    await eventually(statusOf).toBe(401);
  }
  async function kill() {
    const ended = once(adapter, "exit");
    adapter.kill("SIGKILL");
    await ended;
  }
  const again = (orderId: string) => deliverAgain(db, { orderId, actor: boss, now: new Date() });

  test("has less than 100 lines, and knows accounts", async () => {
    await start();
    expect(readFileSync(program, "utf8").split("\n").length).toBeLessThan(100);
    const { test: check } = createAccountChecks(db, { policy, log: () => undefined });
    expect(await check(url, "mira.holt")).toEqual({
      ok: true,
      value: { result: "known", displayName: "mira.holt" },
    });
    expect(await check(url, "nobody")).toMatchObject({ ok: true, value: { result: "unknown" } });
  });

  test("delivers an order once, also after it was killed", async () => {
    const now = new Date();
    await onlyPaidOrder(db, "ONCE111", now);
    await deliverDue(db, now);
    expect(await findOrder(db, "ONCE111")).toMatchObject({ status: "completed" });
    expect(printed).toContain("coins to mira for order ONCE111");

    await kill();
    await start();
    printed = "";
    const change = { orderId: "ONCE111", version: null, actor: boss, now };
    await setOrderStatus(db, { ...change, status: "processing" });
    expect(await again("ONCE111")).toMatchObject({ ok: true });
    await deliverDue(db, new Date());
    expect(await deliveryOf(db, "ONCE111")).toMatchObject({ reference: "transfer-ONCE111" });
    expect(await findOrder(db, "ONCE111")).toMatchObject({ status: "completed" });
    expect(printed).toBe("");
  });

  test("refuses what a crash interrupted, so that somebody looks", async () => {
    await kill();
    appendFileSync(file, '{"orderId":"HALF111","state":"begun"}\n{"orderId":"HALF111","sta');
    await start();
    await onlyPaidOrder(db, "HALF111", new Date());
    await deliverDue(db, new Date());
    expect(await deliveryOf(db, "HALF111")).toMatchObject({
      reason: "Interrupted: check whether the coins were sent",
      deliveredAt: null,
    });
    expect(printed).toBe("");
  });

  test("refuses calls with another secret", async () => {
    await onlyPaidOrder(db, "SIGN111", new Date());
    const rolled = await rollAdapterSecret(db, { actor: boss, now: new Date() });
    expect(rolled).toMatchObject({ ok: true, value: expect.stringMatching(/^whsec_/) });
    await deliverDue(db, new Date());
    expect(await deliveryOf(db, "SIGN111")).toMatchObject({ reason: "Status 401" });
  });
});
