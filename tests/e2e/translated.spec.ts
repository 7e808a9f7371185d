import type { Page } from "@playwright/test";
import { withLightning } from "./lightning-steps.ts";
import { placeOrder } from "./place-order.ts";
import { expect, test } from "./shop.ts";
import { createBuyer, goToPayment, readPayment } from "./steps.ts";

test.use({ shopEnv: withLightning });

/** Replaces the text nodes of the page as Chrome's translation does: by `<font>` elements with another text. */
async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT, (node) =>
      node.textContent?.trim() &&
      !node.parentElement?.closest("script, style, [translate=no], font")
        ? NodeFilter.FILTER_ACCEPT
        : NodeFilter.FILTER_REJECT,
    );
    const nodes: Node[] = [];
    while (walker.nextNode()) nodes.push(walker.currentNode);
    for (const node of nodes) {
      const outer = document.createElement("font");
      const inner = document.createElement("font");
      inner.textContent = node.textContent;
      outer.append(inner);
      node.parentNode?.replaceChild(outer, node);
    }
  });
}

test("a translated order page and checkout follow the payment @core", async ({ browser, shop }) => {
  const { id, buyer, payment } = await placeOrder(shop);
  const page = await browser.newPage({ baseURL: shop.url });
  const errors: Error[] = [];
  page.on("pageerror", (error) => errors.push(error));
  // A page that is hydrated opens its stream. An edit before that is a hydration mismatch.
  let hydrated = page.waitForRequest("**/live/**");
  await page.goto("/track-order");
  await page.getByLabel("Order ID", { exact: true }).fill(id);
  await page.getByLabel("Email", { exact: true }).first().fill(buyer.email);
  await page.getByRole("main").getByRole("button", { name: "Track Order" }).click();
  await expect(page.getByText("Waiting for your payment")).toBeVisible();
  await hydrated;
  await translate(page);
  await shop.pay(payment);
  await expect(page.getByText("Payment seen on the network")).toBeVisible();
  await expect(page.getByText("Waiting for your payment")).toHaveCount(0);
  await translate(page);
  await shop.mine(1);
  await expect(page.getByText("We send the coins next.")).toBeVisible();

  hydrated = page.waitForRequest("**/live/**");
  await goToPayment(page, "350", createBuyer());
  await hydrated;
  const due = await readPayment(page);
  await translate(page);
  for (const way of ["lightning", "chain", "both"]) {
    const tab = page.locator(`.pay__way[value=${way}]`);
    await tab.click();
    await expect(tab).toHaveAttribute("aria-pressed", "true");
    await expect(page.getByTestId(/^payment-(address|invoice)$/)).toBeVisible();
    await translate(page);
  }
  await shop.pay(due);
  await expect(page.getByText("Payment seen on the network")).toBeVisible();
  await translate(page);
  await page.getByRole("link", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Confirm your order");
  expect(errors).toEqual([]);
  await page.close();
});
