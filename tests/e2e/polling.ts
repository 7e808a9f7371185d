import { setTimeout as delay } from "node:timers/promises";
import type { PlacedOrder } from "./place-order.ts";
import { expect } from "./shop.ts";
import type { Shop } from "./shop-process.ts";

/** Retries until there is a response: a keep-alive connection may belong to a killed server. */
export async function retryWhileUnreachable<T>(send: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      await delay(50);
    }
  }
}

/** Waits until the page of each order contains this text. A page that did is not read again. */
export async function expectPages(
  shop: Shop,
  placed: readonly PlacedOrder[],
  { text, ...polling }: { text: string; timeout: number; intervals: number[] },
): Promise<void> {
  let missing = placed;
  const countMissing = async () => {
    missing = await pagesWithout(shop, missing, text);
    return missing.length;
  };
  await expect.poll(countMissing, polling).toBe(0);
}

/** Each page is read from another network address: at once, one address may look up 20 orders. */
async function pagesWithout(
  shop: Shop,
  placed: readonly PlacedOrder[],
  text: string,
): Promise<PlacedOrder[]> {
  const pages = await Promise.all(
    placed.map(({ id }, n) =>
      retryWhileUnreachable(async () => {
        const headers = { "x-forwarded-for": `10.1.${n >> 8}.${n & 255}` };
        const response = await fetch(`${shop.url}/track-order?orderId=${id}`, { headers });
        return response.text();
      }),
    ),
  );
  return placed.filter((_, i) => !pages[i]?.includes(text));
}
