import { seedPackages } from "#shop/catalog/package.ts";
import { formatUsd } from "#lib/money.ts";
import { expect, test } from "./admin-shop.ts";
import { placeOrder } from "./place-order.ts";
import { choose } from "./review-steps.ts";
import { toast } from "./steps.ts";

const ORDERS = 40;
const BUYER_ADDRESS = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080";

// A shop of its own: the story counts all orders, and changes a price.
test.use({ adminShopEnv: { QUOTE_SECONDS: "3600" } });

test("an evening of an owner: 40 orders, three odd payments, a question, a new price, and the month compared", async ({
  adminPage: page,
  adminShop: { shop },
}) => {
  // 37 are paid as asked, two too little, and one too much.
  const odd = new Map([
    [10, -4000],
    [20, -5000],
    [30, 6000],
  ]);
  const placed: { id: string; cents: number }[] = [];
  for (let i = 0; i < ORDERS; i += 1) {
    const packageId = i % 2 === 0 ? "1" : "2";
    const order = await placeOrder(shop, { packageId: odd.has(i) ? "2" : packageId });
    const { address, sats } = order.payment;
    await shop.pay({ address, sats: sats + (odd.get(i) ?? 0) });
    const bought = seedPackages.find(({ id }) => id === (odd.has(i) ? "2" : packageId));
    placed.push({ id: order.id, cents: bought?.priceCents ?? 0 });
  }
  await shop.mine();
  const [short, lacking, over] = [...odd.keys()].map((index) => placed[index]?.id ?? "");

  // The dashboard names the underpaid ones; one is accepted in its panel, the rest of the other is asked for.
  await page.goto("/admin");
  const attention = page.getByRole("region", { name: "Needs attention" });
  await expect(attention.getByRole("link", { name: /^Underpaid order/ })).toBeVisible();
  await page.goto(`/admin/orders/${short}`);
  const panel = page.getByRole("dialog");
  await panel.getByRole("button", { name: "Processing" }).click();
  const question = page.getByRole("alertdialog");
  await question.getByLabel(/Nothing more is due/).check();
  await question.getByRole("button", { name: "Set to Processing" }).click();
  await expect(panel.getByRole("button", { name: "Processing" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await page.goto(`/admin/orders/${lacking}`);
  await panel.getByRole("link", { name: "Accept, or request the rest" }).click();
  await choose(page, "Request rest");
  await page.getByRole("button", { name: "Request the rest" }).click();
  await expect(toast(page, "Rest requested")).toBeVisible();

  // What was too much goes back.
  await page.goto("/admin/review");
  await page.getByRole("link", { name: over }).click();
  await choose(page, "Refund");
  await page.getByLabel("Sent to address").fill(BUYER_ADDRESS);
  await page.getByRole("textbox", { name: "Transaction ID" }).fill("cd".repeat(32));
  await page.getByRole("button", { name: "Record this refund" }).click();
  await expect(toast(page, "Refund recorded")).toBeVisible();

  // One buyer is asked for the name; the order is set aside.
  await page.goto("/admin/deliver");
  const row = page.locator(`[data-order="${placed[0]?.id}"]`);
  await row.getByRole("button", { name: /^Mark order/ }).focus();
  await page.keyboard.press("a");
  await page.getByRole("button", { name: "Send and set aside" }).click();
  await expect(row).toHaveCount(0);

  await page.goto("/admin/packages/table");
  await page.getByLabel("Price in dollars, 350 coins").fill("15,49");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(toast(page, "Packages updated successfully")).toBeVisible();

  // The month: all orders, and the revenue of those that are paid, with their old prices.
  const cents = placed.reduce((sum, order) => sum + (order.id === lacking ? 0 : order.cents), 0);
  await page.goto("/admin/reports?period=calendar");
  const summary = page.getByRole("region", { name: "Sales Summary" });
  await expect(summary).toContainText(formatUsd(cents));
  await expect(summary.locator(".stat", { hasText: /^Total Orders/ })).toContainText("40");
  await expect(page.getByText(/is not over, so it is compared with the same days/)).toBeVisible();
  const methods = page.getByRole("region", { name: "Revenue by Payment Method" });
  await expect(methods).toContainText(`${formatUsd(cents)} 39 orders, before: $0.00`);
  const money = page.getByRole("region", { name: "Refunds and Bitcoin" });
  await expect(money.locator(".stat", { hasText: "Refunds in Bitcoin" })).toContainText(
    "6,000 sats",
  );
});
