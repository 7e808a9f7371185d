import { totp } from "../people.ts";
import { placeOrder } from "../place-order.ts";
import { expect, test } from "../shop.ts";
import type { Shop } from "../shop-process.ts";
import { HttpClient, newAccount } from "./http-client.ts";

const FULL = process.env.HOSTILE === "full";
const size = (full: number) => (FULL ? full : full / 10);
const TIMEOUT_MS = FULL ? 900_000 : 240_000;
const env = { SANDBOX_HASHES: "full" };
const ATTACKER = "203.0.113.66";

test("a client that asks for many streams delays no purchase", async ({ ownShop }) => {
  test.setTimeout(TIMEOUT_MS);
  const shop = await ownShop(env);
  const { id } = await placeOrder(shop);
  const quiet = await purchases(shop, size(100));
  const streams = openStreams(shop, `/live/order/${id}`, size(1000));
  const during = await purchases(shop, size(100));
  const statuses = await streams.statuses;
  streams.leave();
  console.table({
    streams: statuses.length,
    refused: statuses.filter((status) => status === 429).length,
    "purchase alone, p50 (ms)": percentile(quiet, 50),
    "purchase alone, p99 (ms)": percentile(quiet, 99),
    "purchase meanwhile, p50 (ms)": percentile(during, 50),
    "purchase meanwhile, p99 (ms)": percentile(during, 99),
  });
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(100);
  await expect.poll(() => shop.openStreams(), { timeout: 60_000 }).toBe(0);
});

test("many sign-ins at once do not hold up the owner's", async ({ ownShop }) => {
  test.setTimeout(TIMEOUT_MS);
  const shop = await ownShop(env);
  const { stranger, email, password } = await newAccount(shop);
  const known = [...stranger.cookies]
    .filter(([name]) => name.endsWith("known_browser"))
    .map(([name, value]) => `${name}=${value}`);
  const owner = async (cookies: readonly string[]) => {
    const began = performance.now();
    const from = "203.0.113.1";
    const { status } = await post(shop, "/login", { email, password }, from, cookies.join("; "));
    expect(status).toBe(302);
    return Math.round(performance.now() - began);
  };
  const figures: Record<string, Record<string, number>> = {};
  for (const [browser, cookies] of Object.entries({ new: [], ...(FULL && { known }) })) {
    const alone = await owner(cookies);
    const answered: number[] = [];
    // From nine addresses of the attacker, which fill the queue of strangers.
    const attack = Array.from({ length: size(200) }, async (_, n) => {
      const fields = { email: `nobody${n}@example.com`, password: "a wrong password" };
      const from = browser === "known" ? `203.0.115.${n % 9}` : ATTACKER;
      answered.push((await post(shop, "/login", fields, from)).status);
    });
    const took = await owner(cookies);
    const before = answered.length;
    await Promise.all(attack);
    const checked = answered.filter((status) => status === 401).length;
    const refused = answered.filter((status) => status === 429).length;
    figures[`owner in a ${browser} browser`] = {
      "sign-ins at once": answered.length,
      "passwords checked": checked,
      refused,
      "owner's sign-in alone (ms)": alone,
      "meanwhile (ms)": took,
    };
    expect(checked + refused).toBe(answered.length);
    // The queue serves clients in turn, so the owner's password is not the last to be checked.
    expect(before).toBeLessThan(answered.length);
  }
  console.table(figures);
});

test("HEAD requests for streams leave none, and no memory", async ({ ownShop }) => {
  test.setTimeout(TIMEOUT_MS);
  const shop = await ownShop(env);
  const { id } = await placeOrder(shop);
  const url = `${shop.url}/live/order/${id}`;
  const head = async () => (await fetch(url, { method: "HEAD" })).status;
  await batches(size(500), 10, head);
  const heapBefore = await shop.metric('satchel_memory_bytes{kind="heapUsed"}');
  const statuses = await batches(size(2000), 10, head);
  const streams = await shop.openStreams();
  const heap = () => shop.metric('satchel_memory_bytes{kind="heapUsed"}');
  const mib = (bytes: number) => Math.round(bytes / 2 ** 20);
  const heapAfter = await heap();
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(streams).toBe(0);
  // Two thousand leaked streams held some 130 MB. Garbage is collected when the heap grows: requests go on until then.
  const heapLater = async () => {
    await batches(size(1000), 10, head);
    return heap();
  };
  await expect.poll(heapLater, { timeout: 60_000 }).toBeLessThan(heapBefore + 32 * 2 ** 20);
  console.table({
    requests: statuses.length,
    "streams open": streams,
    "heap before (MiB)": mib(heapBefore),
    "heap after (MiB)": mib(heapAfter),
    "heap within a minute (MiB)": mib(await heap()),
  });
});

test("of many guesses at once, no more are looked up than the limits say", async ({ ownShop }) => {
  test.setTimeout(TIMEOUT_MS);
  const shop = await ownShop(env);
  const { stranger, email, password } = await newAccount(shop);
  const count = size(1000);
  const took: number[] = [];
  const guesses = async (guess: (n: number) => Promise<{ status: number }>) => {
    const began = performance.now();
    const answers = await Promise.all(Array.from({ length: count }, (_, n) => guess(n)));
    took.push(Math.round(performance.now() - began));
    return answers.map(({ status }) => status);
  };
  // Each is answered with what was found, or refused.
  const lookedUp = (statuses: number[]) => {
    expect(statuses.filter((status) => ![302, 401, 404, 429].includes(status))).toEqual([]);
    return statuses.filter((status) => status !== 429).length;
  };

  const { secret } = await turnOnTwoFactor(stranger, password);
  const challenged = new HttpClient(shop);
  const challenge = await challenged.post("/login", { email, password });
  expect(challenge.headers.location).toContain("/two-factor");
  const cookie = [...challenged.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  // The right code comes last: it is not looked up any more.
  const codes = await guesses((n) => {
    const code = n === count - 1 ? totp(secret, "next") : String(100_000 + n);
    return post(shop, "/two-factor", { code }, "203.0.113.22", cookie);
  });
  const passwords = await guesses((n) =>
    post(shop, "/login", { email, password: `wrong password ${n}` }, "203.0.113.23"),
  );
  console.table({
    "guesses of each": count,
    "codes taken by the form": lookedUp(codes),
    "passwords checked": lookedUp(passwords),
    "milliseconds of each": took.join(", "),
  });
  // Twice the limit, because a second window may have begun.
  expect(lookedUp(passwords)).toBeLessThanOrEqual(2 * 20);
  expect(codes.filter((status) => status === 302)).toEqual([]);

  // Another client with the same shop is served as before.
  const order = await placeOrder(shop, { from: "203.0.113.24" });
  expect(order.id).toMatch(/^[A-Z0-9]{7}$/);
});

/** Turns two-factor authentication on by plain form posts; returns the secret. */
async function turnOnTwoFactor(client: HttpClient, password: string): Promise<{ secret: string }> {
  const started = await client.post("/account/security", { intent: "totp-start", password });
  const secret = /totp__key[^>]*>([A-Z2-7 ]+)</.exec(started.text)?.[1] ?? "";
  const confirmed = await client.post("/account/security", {
    intent: "totp-confirm",
    code: totp(secret),
  });
  expect(confirmed.status, confirmed.text.slice(0, 500)).toBe(200);
  return { secret };
}

/** Buys one after the other, from an address of its own; returns the milliseconds of each whole purchase. */
async function purchases(shop: Shop, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const began = performance.now();
    await placeOrder(shop, { from: `203.0.114.${n}` });
    times.push(performance.now() - began);
  }
  return times;
}

/** Requests streams from one address, some at once, and holds those that open until `leave` is called. */
function openStreams(shop: Shop, path: string, count: number) {
  const leaving = new AbortController();
  const { signal } = leaving;
  const headers = { "x-forwarded-for": ATTACKER };
  // Referenced until then: the body of a response that is garbage is cancelled.
  const held: Response[] = [];
  const statuses = batches(count, 10, async () => {
    const response = await fetch(`${shop.url}${path}`, { headers, signal });
    held.push(response);
    return response.status;
  });
  return {
    statuses,
    leave: () => {
      leaving.abort();
      held.length = 0;
    },
  };
}

async function post(
  shop: Shop,
  path: string,
  fields: Record<string, string>,
  from: string,
  cookie = "",
) {
  const response = await fetch(`${shop.url}${path}`, {
    method: "POST",
    redirect: "manual",
    headers: { origin: shop.url, "x-forwarded-for": from, cookie },
    body: new URLSearchParams(fields),
  });
  await response.arrayBuffer();
  return response;
}

async function batches<T>(count: number, size: number, work: () => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  while (results.length < count)
    results.push(...(await Promise.all(Array.from({ length: size }, work))));
  return results;
}

function percentile(times: number[], percent: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.ceil((sorted.length * percent) / 100) - 1] ?? 0);
}
