import { expect, test } from "./admin-shop.ts";
import { confirmOrder, createBuyer, goToPayment, readPayment, toast } from "./steps.ts";

test("both sides of an order's conversation see each other's messages at once, and a question sets it aside @core", async ({
  page,
  adminPage,
  adminShop,
}) => {
  const { shop } = adminShop;
  const buyer = createBuyer();
  await goToPayment(page, "350", buyer);
  const { address, sats } = await readPayment(page);
  const orderId = await confirmOrder(page);
  await shop.pay({ address, sats, confirm: 1 });

  await adminPage.goto("/admin/deliver");
  const row = adminPage.locator(`[data-order="${orderId}"]`);
  await row.getByRole("button", { name: `Mark order ${orderId} as completed` }).focus();
  await adminPage.keyboard.press("a");
  const question = adminPage.getByRole("alertdialog").getByLabel("Question");
  await expect(question).toHaveValue(new RegExp(`@${buyer.username} of your order ${orderId}`));
  await adminPage.getByRole("button", { name: "Send and set aside" }).click();
  await expect(toast(adminPage, "is set aside until the buyer answers")).toBeVisible();
  await expect(row).toHaveCount(0);

  // The buyer's page is open, and follows; a draft stays.
  const messages = page.getByRole("log", { name: "Messages" });
  await expect(messages).toContainText(`of your order ${orderId}`);
  await expect(page.getByText("We wait for your answer.")).toBeVisible();
  await page.getByRole("link", { name: "Read and answer" }).click();
  const draft = page.getByLabel("Your message");
  await draft.fill("Yes, that is my name.");
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(toast(page, "Message sent")).toBeVisible();
  await expect(draft).toHaveValue("");
  await expect(page.getByText("We wait for your answer.")).toHaveCount(0);

  // The order is back in its place, with the answer.
  await expect(row).toContainText("Yes, that is my name.");
  await adminPage.goto("/admin");
  await adminPage.getByRole("link", { name: "Messages to answer" }).click();
  await expect(adminPage.getByText("Only orders with messages")).toBeVisible();
  await adminPage.getByRole("link", { name: orderId, exact: true }).click();
  const panel = adminPage.getByRole("dialog");
  await expect(panel.getByRole("log", { name: "Messages" })).toContainText("Yes, that is my name.");
  await draft.fill("One more thing");
  await panel.getByText("Ready answers").click();
  await panel.getByRole("link", { name: "Thank you. We are looking" }).click();
  await panel.getByRole("button", { name: "Send message" }).click();
  await expect(messages).toContainText("Thank you. We are looking into it");
  await expect(draft).toHaveValue("One more thing");
  await expect(page.getByText("Track another order")).toHaveCount(1);
  await expect(panel.getByLabel("Message to the buyer")).toHaveValue("");

  await page.getByRole("button", { name: "Send message" }).click();
  await expect(panel.getByRole("log", { name: "Messages" })).toContainText("One more thing");
  await panel.getByRole("button", { name: "No answer needed" }).click();
  await expect(panel.getByRole("button", { name: "No answer needed" })).toHaveCount(0);
});
