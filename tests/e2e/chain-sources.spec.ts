import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startSandbox } from "../../sandbox/sandbox.ts";
import { client } from "../../sandbox/test-sandbox.ts";
import { expect, test } from "./admin-shop.ts";
import { placeOrder } from "./place-order.ts";
import { form, save } from "./settings-page.ts";
import {
  buyNow,
  confirmOrder,
  fillRecipient,
  goToPayment,
  clickUntil,
  readPayment,
  createBuyer,
} from "./steps.ts";

test("with Bitcoin Core an order is paid, confirmed, and continued after a kill -9 @core", async ({
  browser,
  ownShop,
}) => {
  // Two starts of a shop beside a sandbox with a chain of its own.
  test.slow();
  const dir = mkdtempSync(join(tmpdir(), "satchel-core-"));
  const { core, url, xpub, close } = await startSandbox({ dir });
  const { pay, mine } = client(url);
  const shop = await ownShop({ BITCOIN_RPC_URL: core.url, BITCOIN_XPUB: xpub });
  const page = await browser.newPage({ baseURL: shop.url });
  await goToPayment(page, "350", createBuyer());
  const { address, sats } = await readPayment(page);
  const id = await confirmOrder(page);
  await pay(address, sats);
  await expect(page.getByText("Payment seen on the network")).toBeVisible();
  await shop.end("SIGKILL");
  await mine(1);
  await shop.start();
  await expect(
    page.getByRole("article").locator(".badge", { hasText: "Processing" }),
  ).toBeVisible();

  const second = await placeOrder(shop);
  await pay(second.payment.address, second.payment.sats, 1);
  await page.goto(`/track-order?orderId=${second.id}`);
  await expect(page.getByText("Processing").first()).toBeVisible();
  expect(second.id).not.toBe(id);
  await page.close();
  await shop.end("SIGTERM");
  await close();
  rmSync(dir, { recursive: true });
});

test("a visitor can have at most ten unpaid orders, and sees a message", async ({
  page,
  context,
  adminShop: { shop },
}) => {
  const post = (form: Record<string, string>) =>
    context.request.post("/checkout", { form, headers: { origin: shop.url } });
  for (let i = 0; i < 10; i += 1) {
    await post({ intent: "select", packageId: i % 2 ? "1" : "2" });
    const { username, email } = createBuyer();
    await post({ intent: "account", tiktokUsername: username, tiktokUid: "", email });
  }
  await page.goto("/checkout");
  const { address, sats } = await readPayment(page);
  await page.goto("/");
  await buyNow(page, "700");
  const buyer = createBuyer();
  await fillRecipient(page, buyer);
  await page.getByRole("button", { name: "Continue" }).click();
  const refusal = page.getByRole("alert").filter({ hasText: "unpaid orders" });
  await expect(refusal).toBeVisible();
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(buyer.email);
  await page.screenshot({ path: "test-results/too-many-unpaid.png" });

  await shop.pay({ address, sats });
  // The worker's shop may offer other ways to pay as well.
  const heading = page.getByRole("heading", { level: 1 });
  await clickUntil(page.getByRole("button", { name: "Continue" }), () =>
    expect(heading).toHaveText(/^(Pay with Bitcoin|Payment method)$/, { timeout: 1_000 }),
  );
});

test("the owner sees the gap of addresses since the last paid one", async ({
  adminPage: page,
  adminShop: { shop },
}) => {
  const { payment } = await placeOrder(shop);
  await shop.pay({ ...payment, confirm: 1 });
  await expect(async () => {
    await page.goto("/admin/settings/addresses");
    await expect(page.getByText("0 addresses handed out since")).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await page.goto("/admin");
  const warning = page.getByRole("link", { name: /Unpaid addresses in a row/ });
  await expect(warning).toBeHidden();
  for (let i = 0; i < 21; i += 1) await placeOrder(shop);
  const setGapLimit = async (limit: string) => {
    await page.goto("/admin/settings/bitcoin");
    await form(page, "Bitcoin")
      .getByLabel("Unused addresses my wallet checks (gap limit)")
      .fill(limit);
    await save(page, "Bitcoin", "Bitcoin settings updated successfully");
  };
  await setGapLimit("20");
  await page.goto("/admin");
  await expect(warning).toContainText("21");
  await page.screenshot({ path: "test-results/gap-dashboard.png", fullPage: true });
  await warning.click();
  await expect(page.getByText("21 addresses handed out since the last one")).toBeVisible();
  await page.screenshot({ path: "test-results/gap-settings.png", fullPage: true });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.screenshot({ path: "test-results/gap-settings-phone.png", fullPage: true });
  // The shop is shared with other tests, which have many unpaid checkouts.
  await setGapLimit("1000");
});

test("the panel of an order shows the transaction that replaced a payment", async ({
  adminPage: page,
  adminShop: { shop },
}) => {
  const { id, payment } = await placeOrder(shop);
  const elsewhere = await placeOrder(shop);
  const txid = await shop.pay(payment);
  const shortened = (text: string) => `${text.slice(0, 8)}…${text.slice(-8)}`;
  const line = page.getByRole("listitem").filter({ hasText: shortened(txid) });
  await page.goto(`/admin/orders/${id}`);
  await expect(line).toContainText("0 confirmations");
  const data = { txid, outputs: [{ address: elsewhere.payment.address, sats: 700 }] };
  const response = await page.request.post("/sandbox/chain/replacements", { data });
  const next = (await response.json()) as { txid: string };
  await expect(async () => {
    await page.reload();
    await expect(line).toContainText(`replaced by ${shortened(next.txid)}`, { timeout: 1_000 });
  }).toPass();
  await line.scrollIntoViewIfNeeded();
  await page.screenshot({ path: "test-results/replaced.png" });
});
