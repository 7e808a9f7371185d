import { formatBtc } from "#lib/money.ts";
import { expect, test } from "./admin-shop.ts";
import { placeOrder } from "./place-order.ts";

/** The regtest form of BIP 173's example: no address of the shop. */
const ELSEWHERE = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080";
const PART = 10_000;

test("an underpaid order is named at once, found by its payment, and settled by Bitcoin that arrived elsewhere @core", async ({
  adminPage: page,
  adminShop: { shop },
}) => {
  const { id, payment } = await placeOrder(shop);
  await shop.pay({ address: payment.address, sats: PART, confirm: 1 });
  await page.goto("/admin");
  const attention = page.getByRole("region", { name: "Needs attention" });
  await expect(attention.getByRole("link", { name: /^Underpaid order/ })).toBeVisible();

  await page.goto("/admin/orders");
  await page.getByLabel("Payment").selectOption("Underpaid");
  await expect(page).toHaveURL(/payment=underpaid/);
  const row = page.getByRole("row", { name: new RegExp(id) });
  await expect(row).toContainText("Part of it seen");
  await row.getByRole("link", { name: id, exact: true }).click();

  const rest = payment.sats - PART;
  const txid = await shop.pay({ address: ELSEWHERE, sats: rest, confirm: 5 });
  const panel = page.getByRole("dialog");
  const record = async () => {
    await panel.getByText("Record Bitcoin received elsewhere").click();
    await panel.getByLabel("Transaction ID").fill(txid);
    await panel.getByLabel("Amount in BTC").fill(formatBtc(rest));
    await panel.getByRole("button", { name: "Record Bitcoin" }).click();
  };
  await record();
  await expect(panel).toContainText("It has 5 of 6 confirmations");
  await shop.mine();
  // The first part has one more, so that the shop knows of this block.
  await expect(panel).toContainText("7 confirmations");
  await panel.getByRole("button", { name: "Record Bitcoin" }).click();
  await expect(panel.getByRole("button", { name: "Processing" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await expect(panel).toContainText("Confirmed");
  await record();
  await expect(panel).toContainText(`This was already counted, for order ${id}`);
});
