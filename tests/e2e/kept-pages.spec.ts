import type { APIRequestContext } from "@playwright/test";
import { setPrice } from "./packages-page.ts";
import { register, somebody } from "./people.ts";
import { expect, test } from "./shop.ts";
import { confirmOrder, goToPayment, someBuyer } from "./steps.ts";

// Pages that are not rendered again while they are made of the same.

const OFTEN = 4;

/** Asks that often, one after the other; the nonces are left out of the pages, and told apart. */
async function askOften(request: APIRequestContext, path: string) {
  const pages: string[] = [];
  const nonces = new Set<string>();
  for (let i = 0; i < OFTEN; i += 1) {
    const response = await request.get(path);
    expect(response.status()).toBe(200);
    const policy = response.headers()["content-security-policy"] ?? "";
    const nonce = /script-src 'self' 'nonce-([^']+)'/.exec(policy)?.[1] ?? "";
    const html = await response.text();
    const scripts = [...html.matchAll(/<script\b([^>]*)>/g)].map(([, attributes]) => attributes);
    expect(scripts.length).toBeGreaterThan(1);
    for (const attributes of scripts) expect(attributes).toContain(`nonce="${nonce}"`);
    nonces.add(nonce);
    pages.push(html.replaceAll(nonce, ""));
  }
  return { pages, nonces };
}

test("asked for again and again, a page is the same but for its nonce, and works", async ({
  page,
  shop,
}) => {
  const errors: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  const { pages, nonces } = await askOften(page.request, `${shop.url}/terms`);
  expect(new Set(pages).size).toBe(1);
  expect(nonces.size).toBe(OFTEN);
  await page.goto("/terms");
  await page.getByRole("button", { name: /dark/i }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  expect(errors).toEqual([]);
});

test("who is signed in gets their own, however often others ask", async ({ browser, shop }) => {
  const people = await Promise.all(
    ["Mira Holt", "Noor Sand"].map(async (name) => {
      const page = await browser.newPage({ baseURL: shop.url });
      const person = { ...somebody(), name };
      await register(page, person);
      return { page, person };
    }),
  );
  for (let round = 0; round < 2; round += 1) {
    for (const { page, person } of people) {
      for (const html of (await askOften(page.request, "/account")).pages) {
        expect(html).toContain(person.email);
        for (const other of people)
          if (other.person !== person) {
            expect(html).not.toContain(other.person.email);
            expect(html).not.toContain(other.person.name);
          }
      }
    }
  }
  for (const { page } of people) await page.close();
});

test("the dashboard, with something that waits, is the same page until something happens", async ({
  browser,
  ownShop,
}) => {
  const shop = await ownShop();
  const page = await browser.newPage({ baseURL: shop.url });
  await register(page, somebody());
  await goToPayment(page, "350", someBuyer());
  const id = await confirmOrder(page);
  const { pages } = await askOften(page.request, "/admin");
  for (const html of pages) {
    expect(html).toContain(id);
    expect(html).toContain("Oldest ");
  }
  // Two, where a minute is over meanwhile, or a source of the price falls silent.
  expect(new Set(pages).size).toBeLessThanOrEqual(2);
  await page.close();
});

test("what changes shows in the next answer", async ({ browser, ownShop }) => {
  const shop = await ownShop();
  const page = await browser.newPage({ baseURL: shop.url });
  const nobody = await browser.newContext({ baseURL: shop.url });
  await register(page, somebody());
  await page.goto("/");
  for (const price of ["13.37", "13.38"]) {
    for (const html of (await askOften(nobody.request, "/packages/2")).pages)
      expect(html).not.toContain(`$${price}`);
    await setPrice(page, price);
    for (const html of (await askOften(nobody.request, "/packages/2")).pages)
      expect(html).toContain(`$${price}`);
  }
  await nobody.close();
  await page.close();
});
