import { createHash } from "node:crypto";
import { setPrice } from "./packages-page.ts";
import { register, createPerson } from "./people.ts";
import { expect, test } from "./shop.ts";
import type { Shop } from "./shop-process.ts";
import { buyNow, toast } from "./steps.ts";

// The cached home page of requests without a cookie. Also run on PostgreSQL.

async function asNobody(shop: Shop): Promise<{ html: string; policy: string }> {
  const response = await fetch(shop.url);
  expect(response.status).toBe(200);
  expect(response.headers.get("cache-control")).toBe("private, no-cache");
  expect(response.headers.getSetCookie()).toEqual([]);
  const policy = response.headers.get("content-security-policy") ?? "";
  return { html: await response.text(), policy };
}

test("a change by the administrator shows in the next response, also of another instance @core", async ({
  browser,
  ownShop,
  database,
}) => {
  const shop = await ownShop();
  const page = await browser.newPage({ baseURL: shop.url });
  await register(page, createPerson());
  const instances = [shop];
  if (database === "postgresql")
    instances.push(await ownShop({ DATABASE_URL: shop.databaseUrl ?? "" }));
  for (const price of ["13.37", "13.38"]) {
    for (const instance of instances)
      expect((await asNobody(instance)).html).not.toContain(`$${price}`);
    await setPrice(page, price);
    for (const instance of instances)
      expect((await asNobody(instance)).html).toContain(`$${price}`);
  }

  await page.goto("/admin/settings/shop");
  const form = page.getByRole("form", { name: "Shop" });
  await form.getByLabel("Shop name").fill("Pouch & Sons");
  await form.getByRole("button", { name: "Save Changes" }).click();
  await expect(toast(page, "Shop settings updated successfully")).toBeVisible();
  for (const instance of instances)
    expect((await asNobody(instance)).html).toContain("Pouch &amp; Sons");
  await page.close();
});

test("the page works under its CSP, which has the hashes of its inline scripts @core", async ({
  page,
  shop,
}) => {
  const { html, policy } = await asNobody(shop);
  expect(policy).not.toContain("nonce-");
  expect(html).not.toMatch(/nonce="[^"]/);
  const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([^]*?)<\/script>/g)];
  expect(inline.length).toBeGreaterThan(0);
  for (const [, code = ""] of inline)
    expect(policy).toContain(`'sha256-${createHash("sha256").update(code).digest("base64")}'`);
  expect((await asNobody(shop)).html).toBe(html);

  const errors: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  const response = await page.goto("/");
  expect(response?.headers()["content-security-policy"]).toBe(policy);
  await page.getByRole("button", { name: /dark/i }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  expect(errors).toEqual([]);
});

test("signed-in users get their own page, which is not cached", async ({ page, shop }) => {
  const mira = { ...createPerson(), name: "Mira Holt" };
  await asNobody(shop);
  await register(page, mira);
  const own = await (await page.request.get("/")).text();
  expect(own).toContain("Account menu, Mira Holt");
  const { html } = await asNobody(shop);
  expect(html).not.toContain("Mira Holt");
  expect(html).toContain("Sign in");
});

test("visitors with a checkout see its link in the navigation", async ({ page, shop }) => {
  await page.goto("/");
  await buyNow(page, "350");
  const own = await (await page.request.get("/")).text();
  expect(own).toContain('href="/checkout"');
  expect((await asNobody(shop)).html).not.toContain('href="/checkout"');
});
