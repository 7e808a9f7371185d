import { linkTo, mailTo } from "./newsletter-steps.ts";
import { expect, test } from "./shop.ts";
import { confirmOrder, createBuyer, goToPayment, toast } from "./steps.ts";

test("a buyer reads that the mail was refused, corrects the address, and gets the link there @core", async ({
  page,
  browser,
  shop,
}) => {
  await shop.setFaults({ smtp: "no-mailbox" });
  const buyer = createBuyer();
  await goToPayment(page, "350", buyer);
  const orderId = await confirmOrder(page);
  const refused = page.getByText(`Our email to ${buyer.email} did not arrive`);
  await expect(refused).toBeVisible();
  await shop.setFaults({ smtp: null });

  const field = page.getByRole("textbox", { name: "Email", exact: true });
  const save = page.getByRole("button", { name: "Save and send again" });
  await field.fill("mira@example..org");
  await save.click();
  await expect(page.getByText("Please enter a valid email address")).toBeVisible();
  const right = createBuyer().email;
  await field.fill(right);
  await save.click();
  await expect(toast(page, "We are sending our email again")).toBeVisible();
  await expect(refused).toBeHidden();
  await expect(page.getByRole("article")).toContainText(right);

  const plain = await browser.newContext({ baseURL: shop.url, javaScriptEnabled: false });
  const other = await plain.newPage();
  await other.goto(linkTo("/track-order", await mailTo(shop, right, "is placed")));
  await expect(other.getByRole("article")).toContainText(right);
  await expect(other).toHaveURL(`/track-order?orderId=${orderId}`);
  await plain.close();
});
