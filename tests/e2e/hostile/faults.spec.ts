import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type PlacedOrder, placeOrder } from "../place-order.ts";
import { expect, test } from "../shop.ts";
import type { Shop } from "../shop-process.ts";
import { type CuttableProxy, openCuttableProxy } from "../../cuttable-proxy.ts";

const FULL = process.env.HOSTILE === "full";
/** Longer than all timeouts. */
const GONE_MS = { cut: FULL ? 10_000 : 4000, silent: 30_000 };
/** The time until a silent connection times out and the error page is shown. */
const PATIENCE_MS = 22_000;
const BUYERS = 4;

const serverUrl = process.env.TEST_DATABASE_URL;

/** Opens a shop whose database on the server can be cut off. */
async function openBehindProxy(
  ownShop: () => Promise<Shop>,
): Promise<{ shop: Shop; proxy: CuttableProxy }> {
  const url = new URL(serverUrl ?? "");
  const proxy = await openCuttableProxy({ host: url.hostname, port: Number(url.port) });
  url.port = String(proxy.port);
  process.env.TEST_DATABASE_URL = url.href;
  const shop = await ownShop();
  process.env.TEST_DATABASE_URL = serverUrl;
  return { shop, proxy };
}

for (const way of ["cut", "silent"] as const) {
  test(`the database is unavailable for a while, ${way}, during purchases: nothing acknowledged is lost`, async ({
    database,
    ownShop,
  }) => {
    test.skip(database !== "postgresql" || !serverUrl, "only a server can go without the shop");
    test.skip(!FULL && way === "silent", "npm run test:hostile");
    test.setTimeout(240_000);
    const { shop, proxy } = await openBehindProxy(ownShop);

    const rejections: string[] = [];
    const placed: { order: PlacedOrder; at: number }[] = [];
    let open = true;
    const buying = Array.from({ length: BUYERS }, async () => {
      while (open) {
        try {
          placed.push({ order: await placeOrder(shop), at: Date.now() });
        } catch (error) {
          rejections.push(String(error));
          await delay(100);
        }
      }
    });
    await expect.poll(() => placed.length, { timeout: 60_000 }).toBeGreaterThan(0);
    if (way === "cut") await proxy.cut();
    else proxy.freeze();
    const slowestMs = await longestWait(shop, GONE_MS[way]);
    expect(slowestMs).toBeLessThan(PATIENCE_MS);
    await proxy.restore();
    const mendedAt = Date.now();
    const since = () => placed.filter(({ at }) => at > mendedAt);
    await expect.poll(() => since().length, { timeout: 60_000 }).toBeGreaterThan(2);
    open = false;
    await Promise.all(buying);

    const first = since()[0];
    if (!first) throw new Error("nothing was placed afterwards");
    for (const what of rejections)
      expect(what, "the rejection says why").toMatch(/: 503 |no amount|no order/);
    for (const { order } of placed) expect((await pageOf(shop, order)).status, order.id).toBe(200);
    await shop.pay({ ...first.order.payment, confirm: 1 });
    await expectSettles(shop, first.order);
    await expectMailed(
      shop,
      placed.map(({ order }) => order),
    );
    console.table({
      [way]: {
        "gone for (ms)": GONE_MS[way],
        "orders acknowledged": placed.length,
        rejected: rejections.length,
        "rejected within (ms)": slowestMs,
        "back after (ms)": first.at - mendedAt,
      },
    });
  });
}

test("a shop that starts while its database does not respond waits for it", async ({
  database,
  ownShop,
}) => {
  test.skip(database !== "postgresql" || !serverUrl, "only a server can go without the shop");
  const { shop, proxy } = await openBehindProxy(() => ownShop({ LOG_LEVEL: "info" }));
  await shop.end("SIGKILL");
  proxy.freeze();
  await Promise.all([
    shop.start(),
    shop
      .logged("attempt 1 of 5 to connect: The database does not respond")
      .then(() => proxy.restore()),
  ]);
  expect((await pageOf(shop, await placeOrder(shop))).status).toBe(200);
});

test("orders are placed while mail, chain and prices are down or slow", async ({ ownShop }) => {
  test.setTimeout(240_000);
  const shop = await ownShop({ PRICE_REFRESH_SECONDS: "1" });
  const calm = await timed(shop);
  const faults: Record<string, Record<string, unknown>> = {
    "mail refuses": { smtp: "refuse" },
    "chain answers 500": { esplora: "500", esplora2: "500" },
    "prices answer 500": { prices: "500" },
    ...(FULL && {
      "chain never answers": { esplora: "timeout", esplora2: "timeout" },
      "prices never answer": { prices: "timeout" },
      "all answer after 5 s": { latencyMs: 5000 },
    }),
  };
  const figures: Record<string, Record<string, number>> = { calm: { "order (ms)": calm.ms } };
  for (const [name, fault] of Object.entries(faults)) {
    await shop.setFaults(fault);
    const { order, ms } = await timed(shop);
    await shop.pay({ ...order.payment, confirm: 1 });
    await shop.setFaults(
      Object.fromEntries(Object.keys(fault).map((key) => [key, key === "latencyMs" ? 0 : null])),
    );
    const mendedAt = Date.now();
    await expectSettles(shop, order);
    await expectMailed(shop, [order]);
    figures[name] = { "order (ms)": ms, "all made up for (ms)": Date.now() - mendedAt };
    expect(ms, name).toBeLessThan(calm.ms * 4 + 2000);
  }
  console.table(figures);
});

test("a full disk rejects orders and loses none; with space they are placed again", async ({
  database,
  ownShop,
}) => {
  test.skip(database !== "embedded", "the disk of a server is the server's");
  test.skip(!FULL, "npm run test:hostile");
  test.setTimeout(300_000);
  const dir = mkdtempSync(join(tmpdir(), "satchel-full-"));
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=160m", "tmpfs", dir]).status === 0;
  test.skip(!mounted, "no small disk can be mounted here");
  try {
    const shop = await ownShop({ DATA_DIR: dir });
    const placed = [await placeOrder(shop)];
    const ballast = join(dir, "ballast");
    fill(ballast);
    const ready = await fetch(`${shop.url}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([503, { ready: false, reasons: ["disk"] }]);
    let refused = 0;
    for (let round = 0; round < 200 && refused < 3; round += 1) {
      try {
        placed.push(await placeOrder(shop));
      } catch {
        refused += 1;
      }
    }
    unlinkSync(ballast);
    const mendedAt = Date.now();
    let restarted = false;
    const again = async () => {
      try {
        return await placeOrder(shop);
      } catch {
        return null;
      }
    };
    await delay(2000);
    let order = await again();
    if (!order) {
      restarted = true;
      await shop.killAndStart();
      order = await again();
    }
    expect(order, "orders are placed again").not.toBeNull();
    for (const one of placed) expect((await pageOf(shop, one)).status, one.id).toBe(200);
    console.table({
      "full disk": {
        "orders acknowledged": placed.length,
        refused,
        "needed a restart": restarted,
        "back after (ms)": Date.now() - mendedAt,
      },
    });
    await shop.end("SIGTERM");
  } finally {
    spawnSync("umount", ["-l", dir]);
    rmSync(dir, { recursive: true, force: true });
  }
});

function fill(file: string): void {
  for (let size = 1 << 20; size >= 4096; size >>= 1) {
    for (;;) {
      try {
        writeFileSync(file, Buffer.alloc(size), { flag: "a" });
      } catch {
        break;
      }
    }
  }
}

async function timed(shop: Shop): Promise<{ order: PlacedOrder; ms: number }> {
  const began = performance.now();
  const order = await placeOrder(shop);
  return { order, ms: Math.round(performance.now() - began) };
}

/** Requests the home page repeatedly; each response is the page or a 503. */
async function longestWait(shop: Shop, forMs: number): Promise<number> {
  const until = Date.now() + forMs;
  let slowestMs = 0;
  let said = 0;
  while (Date.now() < until) {
    const began = Date.now();
    const response = await fetch(`${shop.url}/`, { signal: AbortSignal.timeout(forMs + 60_000) });
    const text = await response.text();
    slowestMs = Math.max(slowestMs, Date.now() - began);
    if (response.status !== 200) {
      expect(response.status, text.slice(0, 300)).toBe(503);
      expect(text).toContain("The shop cannot be reached");
      expect(response.headers.get("retry-after")).toMatch(/^\d+$/);
      said += 1;
    }
    await delay(50);
  }
  expect(said, "pages that said so").toBeGreaterThan(0);
  return slowestMs;
}

function pageOf(shop: Shop, { id }: PlacedOrder): Promise<Response> {
  return fetch(`${shop.url}/track-order?orderId=${id}`);
}

/** Waits until the payment settles the order. */
async function expectSettles(shop: Shop, order: PlacedOrder): Promise<void> {
  const says = async () => (await (await pageOf(shop, order)).text()).includes("Processing");
  await expect.poll(says, { timeout: 60_000 }).toBe(true);
}

async function expectMailed(shop: Shop, orders: readonly PlacedOrder[]): Promise<void> {
  const waiting = async () => {
    const mails = await shop.mails();
    return orders.filter(({ buyer }) => !mails.some(({ to }) => to.includes(buyer.email))).length;
  };
  await expect.poll(waiting, { timeout: 90_000 }).toBe(0);
}
