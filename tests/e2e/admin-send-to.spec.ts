import { startTelegram, type Telegram } from "../telegram.ts";
import { placeOrder } from "./place-order.ts";
import { expect, test } from "./admin-shop.ts";
import { toast } from "./steps.ts";

test.use({ adminShopEnv: { WEBHOOK_ALLOW_PRIVATE: "1" } });

const bot = { token: `123456:${"A".repeat(35)}`, chatId: "-1001" };
let telegram: Telegram;
test.beforeAll(async () => {
  telegram = await startTelegram(bot);
});
test.afterAll(() => telegram.close());

test("a paid order is sent to Telegram, whose errors are shown; its token is not @core", async ({
  adminPage: page,
  adminShop: { shop },
}) => {
  test.slow();
  await page.goto("/admin/send-to");
  await page.getByRole("link", { name: "Telegram" }).click();
  const form = page.getByRole("form", { name: "Send to Telegram" });
  await form.getByLabel("Bot token").fill("hello");
  await form.getByLabel("Chat ID").fill(bot.chatId);
  await form.getByRole("button", { name: "Add" }).click();
  await expect(form.getByText("It comes from @BotFather")).toBeVisible();
  await form.getByLabel("Bot token").fill(bot.token);
  await form.getByLabel("Bot API server").fill(telegram.url);
  await form.getByRole("button", { name: "Add" }).click();
  await expect(page.getByText("Telegram is added")).toBeVisible();
  expect(await page.content()).not.toContain(bot.token);

  telegram.setFaults({ blocked: true });
  const row = page.getByRole("row").filter({ hasText: "Chat -1001" });
  await row.getByRole("button", { name: /^Send a test/ }).click();
  await expect(toast(page, "A test is on its way")).toBeVisible();
  await expect(row).toContainText("Forbidden: bot was blocked by the user");
  telegram.setFaults({ blocked: false });
  // Tried again after about 5 seconds, without a reload.
  await expect(row).toContainText("Sent");
  expect(telegram.messages).toHaveLength(1);

  const { id, payment } = await placeOrder(shop, { onChain: true });
  await shop.pay({ ...payment, confirm: 1 });
  await expect.poll(() => telegram.messages.length).toBe(2);
  expect(telegram.messages[1]?.text).toContain(`Order ${id} is paid and waiting: `);
  expect(telegram.messages[1]?.text).toContain(`${shop.url}/admin/deliver`);

  await row.getByRole("button", { name: /^Remove/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("Nothing is sent to other services yet")).toBeVisible();
  await page.goto("/admin/audit?kind=notification");
  await expect(page.getByText("removed telegram under Send to")).toBeVisible();
  expect(await page.content()).not.toContain(bot.token);
});
